import type { Network } from "@wattle/contracts/networks";
import type { ReservesDocument } from "@wattle/contracts/reserves";
import { displayExact } from "@wattle/exchange-core/display";
import { useState, type ReactNode } from "react";
import { readInstallation } from "../brand/brand.tsx";
import { ShortAddress } from "../money/coin-address.tsx";
import { Button } from "../ui/button.tsx";
import { DoneIcon, StoppedIcon } from "../ui/icons.tsx";
import ruled from "../ui/ruled-list.module.css";
import { useLatestReserves } from "./use-latest.ts";
import styles from "./treasury-list.module.css";

const FIRST = 10;
const MORE = 50;

interface TreasuryRow {
  readonly network: Network;
  readonly currency: string;
  readonly address: string;
  readonly amount: string;
  /** Transaction and place of an output; none of a balance. */
  readonly txid?: string;
  readonly output?: number;
  /** It was spent, or became less, since it was proven. */
  readonly gone: boolean;
}

/** Rows of the treasury, by output, or by address if its network has none. */
export const treasuryRows = ({ networks, spent, lower }: ReservesDocument): readonly TreasuryRow[] =>
  networks.flatMap(({ network, currencies }) =>
    currencies.flatMap(({ currency, items }) =>
      items.flatMap(({ address, amount, outputs }): TreasuryRow[] => {
        const row = { network, currency, address };
        if (outputs.length === 0) {
          const gone = lower.some((each) => each.network === network && each.address === address);
          return [{ ...row, amount, gone }];
        }
        return outputs.map(({ txid, output, amount: part }) => ({
          ...row,
          amount: part,
          txid,
          output,
          gone: spent.some(
            (each) => each.network === network && each.txid === txid && each.output === output,
          ),
        }));
      }),
    ),
  );

interface ExploredProps {
  readonly network: Network;
  readonly at: string;
  readonly children: ReactNode;
}

/** A link to the installation's block explorer, if it has one for the network. */
function Explored({ network, at, children }: ExploredProps) {
  const explorer = readInstallation(document).explorers[network];
  if (explorer === undefined) return children;
  return (
    <a href={`${explorer}/${at}`} target="_blank" rel="noreferrer">
      {children}
      <span className="visually-hidden"> (opens a new tab)</span>
    </a>
  );
}

function Row({ network, currency, address, amount, txid, output, gone }: TreasuryRow) {
  return (
    <li className={ruled["row"]}>
      <div className={ruled["ends"]}>
        <Explored network={network} at={`address/${address}`}>
          <ShortAddress address={address} />
        </Explored>
        <strong className={styles["amount"]}>
          {displayExact(amount)} {currency}
        </strong>
      </div>
      <div className={ruled["ends"]}>
        <span className={ruled["detail"]}>
          {txid === undefined ? (
            "Balance of the address"
          ) : (
            <>
              Output {output} of{" "}
              <Explored network={network} at={`tx/${txid}`}>
                <ShortAddress address={txid} />
              </Explored>
            </>
          )}
        </span>
        <span className={styles["state"]} data-gone={gone}>
          {gone ? <StoppedIcon size={16} /> : <DoneIcon size={16} />}
          {gone ? "Signed, spent since" : "Signed"}
        </span>
      </div>
    </li>
  );
}

/** Addresses and outputs of the newest proof of reserves. Nothing before the first one. */
export function TreasuryList() {
  const { data } = useLatestReserves();
  const [count, setCount] = useState(FIRST);
  if (data == null) return null;
  const rows = treasuryRows(data.document);
  const more = Math.min(MORE, rows.length - count);
  return (
    <>
      <ul className={ruled["list"]} aria-label="What the treasury proved to hold">
        {rows.slice(0, count).map((row) => (
          <Row key={`${row.network} ${row.address} ${row.txid} ${row.output}`} {...row} />
        ))}
      </ul>
      {more > 0 && (
        <Button kind="quiet" className={styles["more"]} onClick={() => setCount(count + MORE)}>
          Show {more} more
        </Button>
      )}
    </>
  );
}
