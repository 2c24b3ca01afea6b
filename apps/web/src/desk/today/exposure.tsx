import { isNegative, isZero, withoutSign } from "@wattle/exchange-core/decimal";
import type { PositionRow } from "@wattle/contracts/position";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { DoneIcon, RiskIcon } from "../../ui/icons.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import { signedText } from "../parts/signed-money.ts";
import { useMay } from "../parts/use-may.ts";
import styles from "./today-page.module.css";

/** 'short 3.00000000 BTC, worth 460,433.52 AUD'. */
function openText({ currency, difference, worth, worth_currency: code }: PositionRow): string {
  const amount = `${isNegative(difference) ? "short" : "over"} ${signedText(withoutSign(difference), currency)}`;
  return worth === null ? amount : `${amount}, worth ${signedText(withoutSign(worth), code)}`;
}

/** The house's coins against customers' holdings in a line: loud only if a coin is outside its limits. */
export function Exposure() {
  const may = useMay();
  const list = trpc.ops.position.list.useQuery(undefined, {
    enabled: may("ops.position.list"),
    ...SHOWN_IN_PLACE,
  });
  if (list.data === undefined) return null;
  const open = list.data.data.filter(({ difference }) => !isZero(difference));
  const isOutside = open.some(({ state }) => state !== "ok");
  const Icon = isOutside ? RiskIcon : DoneIcon;
  return (
    <p className={styles["strip"]} data-outside={isOutside || undefined}>
      <Icon size={18} />
      <span>Exposure: {open.length === 0 ? "none" : open.map(openText).join("; ")}</span>
      {may("ops.hedging.status") ? (
        <SiteLink to="/teamaccess/hedging">Open hedging</SiteLink>
      ) : (
        <SiteLink to="/teamaccess/ledger?view=position">Open position</SiteLink>
      )}
    </p>
  );
}
