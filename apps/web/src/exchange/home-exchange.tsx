import { ExchangeForm } from "./exchange-form.tsx";
import styles from "./home-exchange.module.css";

interface HomeExchangeProps {
  /** How often the page asked for a purchase. */
  readonly purchases: number;
}

/** The exchange of the home page: the form in form-only mode. */
export function HomeExchange({ purchases }: HomeExchangeProps) {
  return (
    <div id="buy" className={styles["calculator"]}>
      <ExchangeForm purchases={purchases} heading={<h2 className="visually-hidden">Exchange Crypto</h2>} />
    </div>
  );
}
