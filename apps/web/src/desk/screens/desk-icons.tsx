import { Icon, type IconProps } from "../../ui/icons.tsx";
import { SECTION_ICONS, WalletIcon } from "../../ui/section-icons.tsx";

/** A card with a face. */
const IdentitiesIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 4.5h12A1.5 1.5 0 0 1 17.5 6v8a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 14V6A1.5 1.5 0 0 1 4 4.5ZM4.6 13c.2-1.3 1.1-2 2.4-2s2.2.7 2.4 2M12 8.3h3M12 11.5h3" />
    <circle cx="7" cy="8.4" r="1.4" />
  </Icon>
);
/** Seen by two. */
const ApprovalsIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m2.5 10.8 3.2 3.3 5.6-7.4M9.6 13.4l.8.7 7-8.3" />
  </Icon>
);
/** A sheet with figures. */
const ReportsIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4.8 2.8h7.4l3 3v11.4H4.8ZM12.2 2.8v3h3M7.6 14v-2.4M10 14V9.2M12.4 14v-1.4" />
  </Icon>
);
/** Candles of a chart. */
const MarketsIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M6 3v2.6M6 13v4M3.8 5.6h4.4V13H3.8ZM14 2.6v4.2M14 12.2v3.6M11.8 6.8h4.4v5.4h-4.4Z" />
  </Icon>
);
const SwitchesIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M7 5.5h6a4.5 4.5 0 0 1 0 9H7a4.5 4.5 0 0 1 0-9Z" />
    <circle cx="13" cy="10" r="2" />
  </Icon>
);
/** On its way out. */
const OutboxIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M17.2 2.8 8.8 11.2M17.2 2.8l-5 14.4-3.4-6-6-3.4Z" />
  </Icon>
);

/** A coin that comes down. */
const ArrivalsIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="10" cy="5.5" r="3" />
    <path d="M10 10.5v5.8M7.2 13.6l2.8 2.8 2.8-2.8M3.5 17.5h13" />
  </Icon>
);
/** A coin that leaves. */
const CoinPayoutsIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="10" cy="14.5" r="3" />
    <path d="M10 9.5V2.8M7.2 5.6 10 2.8l2.8 2.8M3.5 17.5h1.8M14.7 17.5h1.8" />
  </Icon>
);
/** A pulse. */
const PulseIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M2.5 10.5h3.4l2.2-5.6 3.8 10.4 2.3-4.8h3.3" />
  </Icon>
);

/** A fence with gaps. */
const HedgingIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 4.5v11M8 4.5v11M12 4.5v11M16 4.5v11M2.5 8h15M2.5 12h15" />
  </Icon>
);

/** A flag that someone put up. */
const CasesIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4.5 17.5V3M4.5 3.8h10.8l-2.4 3.6 2.4 3.6H4.5" />
  </Icon>
);
/** A sheet that leaves. */
const FilingsIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4.8 2.8h7.4l3 3v11.4H4.8ZM12.2 2.8v3h3M10 14.4V8.8M7.8 11 10 8.8l2.2 2.2" />
  </Icon>
);
/** Two sliders. */
const RulesIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M2.8 5.5h6.4M13.8 5.5h3.4M2.8 14.5h1.4M8.8 14.5h8.4" />
    <circle cx="11.5" cy="5.5" r="2.2" />
    <circle cx="6.5" cy="14.5" r="2.2" />
  </Icon>
);
/** Names, one of them found. */
const ListsIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M2.8 5h9.4M2.8 10h5.4M2.8 15h4.4M15.4 15.4l2.1 2.1" />
    <circle cx="13" cy="12.8" r="3.2" />
  </Icon>
);

/** The screens of the desk, a drawing each. */
export const DESK_ICONS = {
  today: SECTION_ICONS.overview,
  identities: IdentitiesIcon,
  bank: SECTION_ICONS.bank,
  deposits: SECTION_ICONS.deposit,
  arrivals: ArrivalsIcon,
  payouts: SECTION_ICONS.withdraw,
  coinPayouts: CoinPayoutsIcon,
  approvals: ApprovalsIcon,
  enquiries: SECTION_ICONS.support,
  customers: SECTION_ICONS.people,
  transactions: SECTION_ICONS.exchange,
  cases: CasesIcon,
  rules: RulesIcon,
  lists: ListsIcon,
  filings: FilingsIcon,
  ledger: SECTION_ICONS.money,
  wallets: WalletIcon,
  hedging: HedgingIcon,
  reports: ReportsIcon,
  markets: MarketsIcon,
  switches: SwitchesIcon,
  outbox: OutboxIcon,
  system: PulseIcon,
  team: SECTION_ICONS.key,
  audit: SECTION_ICONS.history,
};
export type DeskIcon = keyof typeof DESK_ICONS;
