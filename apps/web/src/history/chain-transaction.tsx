import { ShortAddress } from "../money/coin-address.tsx";
import { trpc } from "../trpc.ts";
import styles from "./chain-transaction.module.css";

interface ExploredTransactionProps {
  readonly txid: string;
  /** Address of a block explorer; null if the installation has none. */
  readonly explorer: string | null;
  /** Without its middle: readers get all of it. */
  readonly short?: boolean;
}

/** The id of a transaction on chain, with its page at a block explorer if there is one. */
export function ExploredTransaction({ txid, explorer, short = false }: ExploredTransactionProps) {
  const id = short ? (
    <ShortAddress address={txid} />
  ) : (
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

/** The same, by what customers know of the installation. */
export function ChainTransaction({ txid, currency }: { readonly txid: string; readonly currency: string }) {
  const coins = trpc.coins.outgoing.useQuery().data?.coins ?? [];
  const explorer = coins.find((coin) => coin.currency === currency)?.explorer_url ?? null;
  return <ExploredTransaction txid={txid} explorer={explorer} />;
}
