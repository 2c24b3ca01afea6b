import type { Payout } from "@wattle/contracts/payouts";
import { useState } from "react";
import { Button } from "../../controls/button.tsx";
import { Panel } from "../../controls/panel.tsx";
import { Facts } from "../../ui/facts.tsx";
import { actCall } from "../parts/act-call.ts";
import { ActDrawer } from "../parts/act-drawer.tsx";
import { MESSAGE, noted, OPTIONAL_NOTE } from "../parts/fields.ts";
import { Key } from "../parts/key.tsx";
import { useKeys } from "../parts/keys.ts";
import { customerFact, referenceFact } from "../parts/link-facts.tsx";
import { momentText } from "../parts/moment-text.ts";
import parts from "../parts/parts.module.css";
import { signedText } from "../parts/signed-money.ts";
import { useMay } from "../parts/use-may.ts";
import styles from "../payees/payees.module.css";
import { mayTakeOut } from "../payees/payout-words.ts";
import { Warnings } from "../payees/warnings.tsx";

interface RowPanelProps {
  readonly batch: Payout;
  readonly row: Payout["rows"][number];
}

/** One payment: whom it goes to, what to look at, and what can be done with it. */
export function RowPanel({ batch, row }: RowPanelProps) {
  const may = useMay();
  const [doing, setDoing] = useState<"remove" | "return">();
  const { reference, customer, amount, warnings } = row;
  const money = signedText(amount, batch.currency);
  const mayRemove = mayTakeOut(batch) && may("ops.payouts.remove");
  const mayReturn = row.status === "completed" && may("ops.withdrawals.return");
  useKeys([
    ...(mayRemove ? [{ keys: "x", does: "Take it out of the batch", run: () => setDoing("remove") }] : []),
    ...(mayReturn ? [{ keys: "b", does: "The bank sent it back", run: () => setDoing("return") }] : []),
  ]);
  const close = (): void => setDoing(undefined);
  return (
    <Panel title={`${customer.name}, ${money}`}>
      <div className={styles["row"]}>
        <Warnings warnings={warnings} />
        <div className={parts["acts"]}>
          {mayRemove && (
            <Button kind="quiet" className={parts["small"]} onClick={() => setDoing("remove")}>
              Take out <Key>x</Key>
            </Button>
          )}
          {mayReturn && (
            <Button kind="quiet" className={parts["small"]} onClick={() => setDoing("return")}>
              The bank sent it back <Key>b</Key>
            </Button>
          )}
        </div>
        <Facts
          facts={[
            customerFact(customer.id, customer.email),
            ["Account is in the name of", row.account_name],
            ["Account", row.account],
            [
              "Account added",
              row.account_added_at === null ? "Removed since" : momentText(row.account_added_at),
            ],
            referenceFact(reference),
          ]}
        />
      </div>
      {doing === "remove" && (
        <ActDrawer
          title={`Take out ${customer.name}, ${money}`}
          button="Take out"
          about={<p>It can go in another batch. If a release was requested, request it again.</p>}
          subject={batch.id}
          done={`${customer.name}, ${money}: taken out`}
          call={() => actCall("ops.payouts.remove", { id: batch.id, reference })}
          onClose={close}
        />
      )}
      {doing === "return" && (
        <ActDrawer
          title={`Came back: ${customer.name}, ${money}`}
          subject={reference}
          button="Put it back on the balance"
          fields={[
            {
              ...MESSAGE,
              presets: ["Your bank sent it back. Check the account.", "Your account is closed."],
            },
            OPTIONAL_NOTE,
          ]}
          done={`${money} is back on the balance of ${customer.name}`}
          call={({ message = "", ...more }) =>
            actCall("ops.withdrawals.return", { reference, message, ...noted(more) })
          }
          onClose={close}
        />
      )}
    </Panel>
  );
}
