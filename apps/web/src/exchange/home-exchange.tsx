import { ExchangeForm } from "./exchange-form.tsx";
import styles from "./home-exchange.module.css";

/** The exchange of the home page: the form in form-only mode. */
export function HomeExchange() {
  return (
    <div className={styles["calculator"]}>
      <ExchangeForm heading={<h2 className="visually-hidden">Exchange Crypto</h2>} />
    </div>
  );
}
