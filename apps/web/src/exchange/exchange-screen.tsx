import { Card } from "../ui/card.tsx";
import { BalancesPanel } from "../balances/balances-panel.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import type { Draft } from "./draft.ts";
import { ExchangeForm } from "./exchange-form.tsx";
import styles from "./exchange-screen.module.css";

interface ExchangeScreenProps {
  /** What the link that led here asks for. */
  readonly wanted?: Draft | undefined;
}

/** The currency-exchange page: the form in full, and what there is to exchange. */
export function ExchangeScreen({ wanted }: ExchangeScreenProps) {
  return (
    <div className={styles["screen"]}>
      <Card className={styles["form"]}>
        <ExchangeForm
          mode="full"
          wanted={wanted}
          heading={
            <header>
              <h1 className={styles["title"]}>Exchange Crypto</h1>
              <p className={styles["lead"]}>
                Buy and sell crypto currencies: a fast and trusted exchange service
              </p>
            </header>
          }
          renderConfirmation={(props) => <ConfirmDialog {...props} />}
        />
      </Card>
      <div className={styles["beside"]}>
        <BalancesPanel />
      </div>
    </div>
  );
}
