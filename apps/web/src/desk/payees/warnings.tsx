import { isUnusual } from "@wattle/contracts/choices";
import type { Payout } from "@wattle/contracts/payouts";
import { Status } from "../../controls/status.tsx";
import parts from "../parts/parts.module.css";
import styles from "./payees.module.css";
import { briefCheckText } from "./payout-words.ts";

/** Warnings of a payment, one under the other; nothing if there are none. */
export function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <ul className={styles["warnings"]}>
      {warnings.map((warning) => (
        <li key={warning}>
          <Status kind="risk">{warning}</Status>
        </li>
      ))}
    </ul>
  );
}

/** The same in a row of a list, in a few words: all of it is where the row opens. */
export function Check({ warnings }: Pick<Payout["rows"][number], "warnings">) {
  const text = briefCheckText({ warnings });
  if (isUnusual({ warnings })) return <Status kind="risk">{text}</Status>;
  return <span className={parts["whole"]}>{text}</span>;
}
