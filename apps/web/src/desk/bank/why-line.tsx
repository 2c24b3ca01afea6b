import { ArrowIcon, DoneIcon, Icon, RiskIcon, SwapIcon, type IconProps } from "../../ui/icons.tsx";
import { SECTION_ICONS } from "../../ui/section-icons.tsx";
import type { BankLineRecord } from "../parts/answers.ts";
import { isCertain, whyText } from "../parts/line-words.ts";
import parts from "../parts/parts.module.css";
import styles from "./bank.module.css";

const PencilIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m4 16 .8-3.4 8.6-8.6 2.6 2.6-8.6 8.6ZM11.6 5.8l2.6 2.6" />
  </Icon>
);
const ScissorsIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="5" cy="5.5" r="2" />
    <circle cx="5" cy="14.5" r="2" />
    <path d="m6.6 6.7 10 7.3M6.6 13.3l10-7.3" />
  </Icon>
);
/** A glass that found nothing. */
const NothingFoundIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="8.5" cy="8.5" r="5" />
    <path d="m12.2 12.2 4.3 4.3M6.5 8.5h4" />
  </Icon>
);

const ICONS = {
  certain: DoneIcon,
  none: NothingFoundIcon,
  exact: RiskIcon,
  split: ScissorsIcon,
  corrected: PencilIcon,
  cut: ScissorsIcon,
  amount: SECTION_ICONS.people,
  paid_back: SwapIcon,
  reversal: SwapIcon,
  payout: ArrowIcon,
  bounced: SwapIcon,
} as const;

/** The drawing of a line’s reason. A reference that matches and isn’t certain has something against it: a risk. */
function iconOf(line: BankLineRecord): keyof typeof ICONS {
  const { proposal } = line;
  if (proposal === null) return "none";
  if (isCertain(line)) return "certain";
  return proposal.kind === "deposit" ? (proposal.found_by ?? "amount") : proposal.kind;
}

/** Why a line is proposed, or isn’t, with a drawing of its own for each reason. */
export function WhyLine({ line }: { readonly line: BankLineRecord }) {
  const icon = iconOf(line);
  const Drawn = ICONS[icon];
  return (
    <span className={styles["why"]} data-risk={icon === "exact" || undefined}>
      <Drawn size={18} />
      <span className={parts["line"]}>{whyText(line)}</span>
    </span>
  );
}
