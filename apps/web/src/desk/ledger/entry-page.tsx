import type { LedgerEntryRecord } from "@wattle/contracts/ledger";
import type { ReactNode } from "react";
import { Panel } from "../../controls/panel.tsx";
import { Loaded } from "../../controls/loaded.tsx";
import { callFailure } from "../../failed-call.ts";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Facts } from "../../ui/facts.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import { isClosedAddress } from "../parts/customer-states.ts";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import { momentText } from "../parts/moment-text.ts";
import { signedText } from "../parts/signed-money.ts";
import { byAmount } from "../parts/sorting.ts";
import { accountText, listedAccount, ownerOf } from "./account-words.ts";

type Posting = LedgerEntryRecord["postings"][number] & { readonly key: string };

/** Links to an account's own postings. */
function AccountLink({ account, names }: { readonly account: string } & Pick<LedgerEntryRecord, "names">) {
  const owner = ownerOf(account);
  const name = account.split(":").slice(1).join(":");
  const text = accountText(account);
  if (owner !== undefined) {
    const known = names[owner];
    return (
      <SiteLink to={`/teamaccess/ledger?customer=${owner}`}>
        {known === undefined ? text : text.replace("Customer", known)}
      </SiteLink>
    );
  }
  if (listedAccount(name) === undefined) return text;
  return <SiteLink to={`/teamaccess/ledger?account=${name}`}>{text}</SiteLink>;
}

const columnsOf = ({ names }: LedgerEntryRecord): readonly DeskColumn<Posting>[] => [
  {
    key: "from",
    title: "From",
    cell: ({ source }) => <AccountLink account={source} names={names} />,
    csv: ({ source }) => source,
  },
  {
    key: "to",
    title: "To",
    cell: ({ destination }) => <AccountLink account={destination} names={names} />,
    csv: ({ destination }) => destination,
  },
  {
    key: "amount",
    title: "Amount",
    figures: true,
    cell: ({ amount, currency }) => <strong>{signedText(amount, currency)}</strong>,
    sort: byAmount(
      ({ amount }) => amount,
      ({ currency }) => currency,
    ),
    csv: ({ amount }) => amount,
  },
  { key: "currency", title: "Currency", fileOnly: true, cell: () => null, csv: ({ currency }) => currency },
];

const REFERENCE = /[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}/;

/** Text that leads to the transaction it names. */
function Described({ children }: { readonly children: string }) {
  const [reference] = REFERENCE.exec(children) ?? [];
  if (reference === undefined) return children;
  return <SiteLink to={`/teamaccess/transactions?reference=${reference}`}>{children}</SiteLink>;
}

const entryLink = (id: string): ReactNode => <SiteLink to={`/teamaccess/ledger?entry=${id}`}>{id}</SiteLink>;

function Entry({ entry: { names: known, ...entry } }: { readonly entry: LedgerEntryRecord }) {
  // A closed account's address is made up.
  const names = Object.fromEntries(
    Object.entries(known).map(([who, name]) => [who, isClosedAddress(name) ? "Closed account" : name]),
  );
  const { id, reverses, reversed_by: reversedBy, approved_by: approvedBy } = entry;
  const nameOf = (person: string): string => names[person] ?? person;
  return (
    <>
      <Panel title={<Described>{entry.description}</Described>}>
        <Facts
          facts={[
            ["Written", momentText(entry.created_at)],
            ["Made by", nameOf(entry.created_by)],
            ...(approvedBy === null ? [] : [["Approved by", nameOf(approvedBy)] as const]),
            ["Kind", entry.kind],
            ...(reverses === null ? [] : [["Takes back", entryLink(reverses)] as const]),
            ...(reversedBy === null ? [] : [["Taken back by", entryLink(reversedBy)] as const]),
            ["Entry ID", id],
          ]}
        />
      </Panel>
      <DeskList
        caption="Postings of the entry"
        columns={columnsOf({ ...entry, names })}
        card={{ from: "head", amount: "end", to: "titled" }}
        query={{ data: entry.postings.map((posting, place) => ({ ...posting, key: String(place) })) }}
        rowKey={({ key }) => key}
        empty={{ title: "No postings" }}
      />
    </>
  );
}

/** One entry of the books. */
export function EntryPage({ id }: { readonly id: string }) {
  const entry = trpc.ops.ledger.entry.useQuery({ id }, { ...SHOWN_IN_PLACE, retry: false });
  const isUnknown = entry.error !== null && callFailure(entry.error).code === "not_found";
  return (
    <Screen title="Ledger entry" aside={<SiteLink to="/teamaccess/ledger">All accounts</SiteLink>}>
      <Loaded
        query={entry}
        what="this entry"
        lines={8}
        failed={
          isUnknown ? (
            <EmptyState title="We couldn’t find this entry">
              Check the link, or look in the account’s postings.
            </EmptyState>
          ) : undefined
        }
      >
        {(data) => <Entry entry={data} />}
      </Loaded>
    </Screen>
  );
}
