import { displayExact, withSign } from "@wattle/exchange-core/display";
import type { LedgerMovement } from "@wattle/contracts/ledger";
import type { ReactNode } from "react";
import { callFailure } from "../../failed-call.ts";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import { CursorPages } from "../parts/cursor-pages.tsx";
import { momentColumn, textColumn } from "../parts/columns.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import { byAmount } from "../parts/sorting.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { accountText, listedAccount, purposeText } from "./account-words.ts";

type Row = LedgerMovement & { readonly key: string };

const WHEN: DeskColumn<Row> = momentColumn("time", "Time", ({ created_at: at }) => at);
const WHAT: DeskColumn<Row> = textColumn("what", "Entry", ({ description }) => description);
const OWN: DeskColumn<Row> = {
  key: "own",
  title: "Account",
  cell: ({ purpose, currency }) => `${purposeText(purpose)} ${currency}`,
  csv: ({ purpose }) => purpose,
};
const OTHER: DeskColumn<Row> = {
  key: "other",
  title: "Other account",
  cell: ({ other }) => accountText(other),
  csv: ({ other }) => other,
};
const CHANGE: readonly DeskColumn<Row>[] = [
  {
    key: "change",
    title: "Change",
    figures: true,
    cell: ({ change, currency }) => <strong>{`${withSign(displayExact(change))} ${currency}`}</strong>,
    sort: byAmount(
      ({ change }) => change,
      ({ currency }) => currency,
    ),
    csv: ({ change }) => change,
  },
];
const FOR_FILE: readonly DeskColumn<Row>[] = [
  { key: "currency", title: "Currency", fileOnly: true, cell: () => null, csv: ({ currency }) => currency },
  { key: "id", title: "Entry ID", fileOnly: true, cell: () => null, csv: ({ entry_id: id }) => id },
];
const OF_CUSTOMER = [WHEN, WHAT, OWN, OTHER, ...CHANGE, ...FOR_FILE];
const OF_ACCOUNT = [WHEN, WHAT, OTHER, ...CHANGE, ...FOR_FILE];

interface PostingsProps {
  readonly title: string;
  readonly aside: ReactNode;
  readonly columns: readonly DeskColumn<Row>[];
  readonly query: {
    readonly data: { readonly data: readonly LedgerMovement[]; readonly next: string | null } | undefined;
    readonly isError: boolean;
    readonly refetch: () => unknown;
  };
}

/** Movements of an account, a page at a time. */
function Postings({ title, aside, columns, query }: PostingsProps) {
  const { change } = useDeskSearch();
  const { data } = query;
  return (
    <Screen title={title} aside={aside}>
      <DeskList
        caption={title}
        card={{ what: "head", change: "end", other: "line", time: "line" }}
        columns={columns}
        query={{
          ...query,
          data: data?.data.map((row, place) => ({ ...row, key: `${row.entry_id} ${place}` })),
        }}
        rowKey={({ key }) => key}
        empty={{ title: "No postings", text: "Movements of the account will show here." }}
        onOpen={({ entry_id: entry }) => change({ entry })}
      />
      <CursorPages next={data?.next} onward="Older postings" first="Newest postings" />
    </Screen>
  );
}

/** Movements of a customer's accounts. */
export function CustomerPostings({ id }: { readonly id: string }) {
  const { search } = useDeskSearch();
  const { after } = search;
  const query = trpc.ops.ledger.ofCustomer.useQuery(
    { customer_id: id, ...(after !== undefined && { after }) },
    { ...SHOWN_IN_PLACE, retry: false },
  );
  const who = query.data?.customer;
  if (query.error !== null && callFailure(query.error).code === "not_found") {
    return (
      <Screen title="Postings">
        <EmptyState title="We couldn’t find this customer">Find them in Customers.</EmptyState>
      </Screen>
    );
  }
  return (
    <Postings
      title={who === undefined ? "Postings" : `Postings of ${who.name || who.email}`}
      aside={<SiteLink to={`/teamaccess/customers?id=${id}`}>Customer</SiteLink>}
      columns={OF_CUSTOMER}
      query={query}
    />
  );
}

/** Movements of an account of the house. @param account as the address names it: `bank:AUD` */
export function AccountPostings({ account }: { readonly account: string }) {
  const { search } = useDeskSearch();
  const { after } = search;
  const listed = listedAccount(account);
  const query = trpc.ops.ledger.ofAccount.useQuery(
    {
      purpose: listed?.purpose ?? "bank",
      currency: listed?.currency ?? "",
      ...(after !== undefined && { after }),
    },
    { ...SHOWN_IN_PLACE, enabled: listed !== undefined },
  );
  const back = <SiteLink to="/teamaccess/ledger">All accounts</SiteLink>;
  if (listed === undefined) {
    return (
      <Screen title="Postings" aside={back}>
        <EmptyState title="This account has no list">Choose one in Ledger.</EmptyState>
      </Screen>
    );
  }
  return (
    <Postings
      title={`Postings of ${purposeText(listed.purpose)} ${listed.currency}`}
      aside={back}
      columns={OF_ACCOUNT}
      query={query}
    />
  );
}
