import { keepPreviousData } from "@tanstack/react-query";
import { Panel } from "../../controls/panel.tsx";
import { ShortAddress, WholeAddress } from "../../money/coin-address.tsx";
import { NETWORK_NAMES } from "../../money/network-names.ts";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { Facts } from "../../ui/facts.tsx";
import type { UnknownTokenRecord } from "../parts/answers.ts";
import { momentColumn, nameColumn, textColumn } from "../parts/columns.tsx";
import { CursorPages } from "../parts/cursor-pages.tsx";
import type { DeskColumn } from "../parts/desk-list.tsx";
import { customerFact } from "../parts/link-facts.tsx";
import { ListAndPanel } from "../parts/list-and-panel.tsx";
import { momentText } from "../parts/moment-text.ts";
import parts from "../parts/parts.module.css";
import { countText, signedText } from "../parts/signed-money.ts";
import { byAmount } from "../parts/sorting.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { ownerText } from "./owner-text.ts";

const COLUMNS: readonly DeskColumn<UnknownTokenRecord>[] = [
  nameColumn("owner", "Address of", ownerText),
  textColumn("network", "Network", ({ network }) => NETWORK_NAMES[network]),
  {
    key: "contract",
    title: "Token contract",
    cell: ({ contract }) => <ShortAddress address={contract} />,
    csv: ({ contract }) => contract,
  },
  {
    key: "amount",
    title: "Raw amount",
    figures: true,
    // Contracts count in 256 bits.
    cell: ({ amount }) => <span className={parts["line"]}>{signedText(amount)}</span>,
    sort: byAmount(({ amount }) => amount),
    csv: ({ amount }) => amount,
  },
  {
    key: "transaction",
    title: "Transaction",
    secondary: true,
    cell: ({ txid }) => <ShortAddress address={txid} />,
    csv: ({ txid }) => txid,
  },
  { ...momentColumn("seen", "Seen", ({ seen_at: at }: UnknownTokenRecord) => at), secondary: true },
];

/** Tokens that one transfer brought. No act is possible on them. */
function TokenPanel({ token }: { readonly token: UnknownTokenRecord }) {
  const { customer, network, contract, amount, address, txid, height, seen_at: seen } = token;
  return (
    <Panel title={`Token at an address of ${customer?.name ?? "our treasury"}`}>
      <Facts
        facts={[
          ...(customer === null ? [] : [customerFact(customer.id, customer.email)]),
          ["Network", NETWORK_NAMES[network]],
          ["Token contract", <WholeAddress key="contract" address={contract} />],
          [
            "Raw amount",
            <span key="amount" className={parts["roomy"]}>
              {signedText(amount)}
            </span>,
          ],
          ["Address", <WholeAddress key="address" address={address} />],
          [
            "Transaction",
            <span key="transaction" className={parts["roomy"]}>
              {txid}
            </span>,
          ],
          ["Block", countText(height)],
          ["Seen", momentText(seen)],
        ]}
      />
    </Panel>
  );
}

/** Tokens that contracts say they sent to our addresses, newest first. */
export function UnknownTokens() {
  const { search } = useDeskSearch();
  const list = trpc.ops.arrivals.tokens.useQuery(
    { ...(search["after"] !== undefined && { after: search["after"] }) },
    { placeholderData: keepPreviousData, ...SHOWN_IN_PLACE },
  );
  return (
    <>
      <p className={parts["muted"]}>
        We never credit these tokens, and they’re in no books. Most are spam: never sign anything to “claim”
        one.
      </p>
      <ListAndPanel
        firstShows
        caption="Unknown tokens"
        card={{ owner: "head", seen: "end", contract: "line", amount: "line" }}
        columns={COLUMNS}
        query={{ ...list, data: list.data?.data }}
        empty={{ title: "No unknown tokens", text: "Tokens that someone sends to our addresses show here." }}
        panel={(token) => <TokenPanel token={token} />}
      >
        <CursorPages next={list.data?.next} onward="Older tokens" first="Newest tokens" />
      </ListAndPanel>
    </>
  );
}
