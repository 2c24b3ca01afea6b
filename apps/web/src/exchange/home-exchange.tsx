import { ExchangeForm } from "./exchange-form.tsx";
import { RatesTable } from "../rates/rates-table.tsx";
import { useFeeWords } from "../rates/use-fee-words.ts";
import styles from "./home-exchange.module.css";

/** The exchange of the home page: the form in form-only mode, and under it what one coin costs with the fee. */
export function HomeExchange() {
  return (
    <div className={styles["calculator"]}>
      <ExchangeForm heading={<h2 className="visually-hidden">Exchange Crypto</h2>} />
      <RatesTable />
      <p className={styles["fee"]}>1 coin, after {useFeeWords()}.</p>
    </div>
  );
}
