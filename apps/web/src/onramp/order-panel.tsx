import type { OnrampOrder } from "@wattle/contracts/onramp";
import type { ReactNode } from "react";
import { amountText } from "../money/price-figures.ts";
import { Facts } from "../ui/facts.tsx";
import { Panel } from "../controls/panel.tsx";
import { Status } from "../controls/status.tsx";
import { ORDER_WORDS } from "./order-words.ts";
import styles from "./onramp.module.css";

/** State of an order. @param children next steps */
export function OrderPanel({
  order,
  children,
}: {
  readonly order: OnrampOrder;
  readonly children?: ReactNode;
}) {
  const { kind, word, says: about } = ORDER_WORDS[order.status];
  return (
    <Panel title="Your card payment">
      <div className={styles["order"]}>
        <output className={styles["state"]}>
          <Status kind={kind}>{word}</Status>
          <span className={styles["about"]}>
            {order.transaction_id === null && order.status === "completed"
              ? "This was a test. No one paid or got anything."
              : about}
          </span>
        </output>
        <Facts
          facts={[
            ["You pay", amountText(order.fiat_amount, order.fiat_currency)],
            [
              "You get",
              order.crypto_amount === null
                ? `${order.crypto_currency}, at the provider’s price`
                : amountText(order.crypto_amount, order.crypto_currency),
            ],
          ]}
        />
        {children !== undefined && <div className={styles["next"]}>{children}</div>}
      </div>
    </Panel>
  );
}
