import type { CoinPayout } from "@wattle/contracts/coin-payouts";
import { useState } from "react";
import { Button } from "../../controls/button.tsx";
import { Panel } from "../../controls/panel.tsx";
import { useCopy } from "../../controls/use-copy.ts";
import { WholeAddress } from "../../money/coin-address.tsx";
import { Facts } from "../../ui/facts.tsx";
import { actCall } from "../parts/act-call.ts";
import { ActButtons } from "../parts/act-buttons.tsx";
import { ActDrawer } from "../parts/act-drawer.tsx";
import { customerFact, referenceFact } from "../parts/link-facts.tsx";
import parts from "../parts/parts.module.css";
import { useMay } from "../parts/use-may.ts";
import styles from "../payees/payees.module.css";
import { coinText } from "./coin-payout-words.ts";

type Payment = CoinPayout["payments"][number];

/** Whether the customer may be paid now. */
export const payableText = ({ payable }: Pick<Payment, "payable">): string =>
  payable ? "Can be paid" : "Blocked, on hold, or sending is off";

/** It is signed, or will not be: no one asks any more who may be paid. */
export const isDecided = ({ status }: Pick<CoinPayout, "status">): boolean =>
  status !== "draft" && status !== "released";

interface CoinPaymentPanelProps {
  readonly batch: CoinPayout;
  readonly payment: Payment;
}

/** One payment: whom and where it goes to, and how it is taken out of a draft. */
export function CoinPaymentPanel({ batch, payment }: CoinPaymentPanelProps) {
  const may = useMay();
  const { copy, copied } = useCopy();
  const [removing, setRemoving] = useState(false);
  const { reference, customer, address, amount } = payment;
  const title = `${customer.name}, ${coinText(amount, batch)}`;
  // The last one goes by cancelling the draft.
  const mayRemove = batch.status === "draft" && batch.count > 1 && may("ops.coinPayouts.remove");
  return (
    <Panel title={title}>
      <div className={styles["row"]}>
        {mayRemove && (
          <ActButtons acts={[{ letter: "x", button: "Take out", run: () => setRemoving(true) }]} />
        )}
        <Facts
          facts={[
            customerFact(customer.id, customer.email),
            [
              "Address",
              <span key="address" className={styles["row"]}>
                <WholeAddress address={address} />
                <Button kind="quiet" className={parts["small"]} onClick={() => copy(address)}>
                  <span aria-live="polite">{copied ? "Copied" : "Copy address"}</span>
                </Button>
              </span>,
            ],
            ["Check", isDecided(batch) ? null : payableText(payment)],
            referenceFact(reference),
          ]}
        />
      </div>
      {removing && (
        <ActDrawer
          title={`Take out ${title}`}
          button="Take out"
          about={<p>It can go in another batch. If a release was requested, request it again.</p>}
          subject={batch.id}
          done={`${title}: taken out`}
          call={() => actCall("ops.coinPayouts.remove", { id: batch.id, reference })}
          onClose={() => setRemoving(false)}
        />
      )}
    </Panel>
  );
}
