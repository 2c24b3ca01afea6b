import { trpc } from "../trpc.ts";
import styles from "./chain-transaction.module.css";

/** The id of a transaction on chain, with its page at a block explorer if the installation has one. */
export function ChainTransaction({ txid }: { readonly txid: string }) {
  const explorer = trpc.coins.outgoing.useQuery().data?.explorer_url ?? null;
  const id = (
    <span translate="no" className={styles["id"]}>
      {txid}
    </span>
  );
  if (explorer === null) return id;
  return (
    <a href={`${explorer}/tx/${txid}`} target="_blank" rel="noreferrer">
      {id}
      <span className="visually-hidden"> (opens a new tab)</span>
    </a>
  );
}
