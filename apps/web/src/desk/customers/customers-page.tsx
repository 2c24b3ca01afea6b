import type { ClosedBalance, CustomerSummary, ListedCustomer } from "@wattle/contracts/desk";
import { isCountryCode } from "@wattle/contracts/countries";
import { keepPreviousData } from "@tanstack/react-query";
import { countryName } from "../../accounts/country-options.ts";
import { SelectField } from "../../controls/select-field.tsx";
import { Status } from "../../controls/status.tsx";
import { TextField } from "../../controls/text-field.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { Notice } from "../../ui/notice.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import { useTypedSearch } from "../../ui/use-typed-search.ts";
import { ageColumn } from "../parts/age-column.tsx";
import { addressColumn, momentColumn, nameColumn, stateColumn, textColumn } from "../parts/columns.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import { useKeys } from "../parts/keys.ts";
import { dayOf } from "../parts/moment-text.ts";
import parts from "../parts/parts.module.css";
import { countText, signedText } from "../parts/signed-money.ts";
import { byAmount, byCount, byMoment } from "../parts/sorting.ts";
import { pageOf, useDeskSearch } from "../parts/use-desk-search.ts";
import { useServerTime } from "../parts/use-today.ts";
import { Views } from "../parts/views.tsx";
import { CustomerPage } from "./customer-page.tsx";
import { CUSTOMER_STATES, customerState, isClosedAddress } from "../parts/customer-states.ts";
import { Owed } from "./owed.tsx";
import { FEWEST_LETTERS, useFoundTransaction } from "../parts/use-found.ts";

const SHOWN = 50;
/** Holds weigh more than any number of notes. */
const MANY = 1e6;
const FIELD = "customer-search";
const STATES = Object.keys(CUSTOMER_STATES) as (keyof typeof CUSTOMER_STATES)[];

const customerName = ({ first_name: first, last_name: last }: CustomerSummary): string =>
  `${first} ${last}`.trim();

/** A made-up address says nothing. */
const emailColumn = <Row extends CustomerSummary>(): DeskColumn<Row> =>
  addressColumn("email", "Email", ({ email }) => (isClosedAddress(email) ? "" : email));

const holdText = ({ on_hold: kinds }: ListedCustomer): string =>
  kinds.length === 0 ? "" : `On hold: ${kinds.join(", ")}`;
const notesText = ({ notes }: ListedCustomer): string =>
  notes === 0 ? "" : `${countText(notes)} ${notes === 1 ? "note" : "notes"}`;

/** Facts to know before an account is opened: its holds, and that colleagues wrote about it. */
const FLAGS: DeskColumn<ListedCustomer> = {
  key: "flags",
  title: "Flags",
  cell: (row) =>
    (row.on_hold.length > 0 || row.notes > 0) && (
      <span className={parts["flags"]}>
        {row.on_hold.length > 0 && <Status kind="risk">{holdText(row)}</Status>}
        {row.notes > 0 && <span>{notesText(row)}</span>}
      </span>
    ),
  sort: byCount(({ on_hold: kinds, notes }) => kinds.length * MANY + notes),
  csv: (row) => [holdText(row), notesText(row)].filter(Boolean).join(", "),
};

const COLUMNS: readonly DeskColumn<ListedCustomer>[] = [
  nameColumn("name", "Name", customerName),
  emailColumn(),
  {
    ...stateColumn<ListedCustomer>(customerState, ({ status }) => status),
    // Nearly everyone is verified: the others are to be seen.
    cell: (row) => {
      const { kind, word } = customerState(row);
      if (kind === "done") return <span className={parts["muted"]}>{word}</span>;
      return (
        <Status kind={kind} quiet={kind === "waiting"}>
          {word}
        </Status>
      );
    },
  },
  FLAGS,
  textColumn("country", "Country", ({ default_country: code }) =>
    isCountryCode(code) ? countryName(code) : code,
  ),
  {
    key: "since",
    title: "Since",
    cell: ({ created_at: at }) => dayOf(at),
    sort: byMoment(({ created_at: at }) => at),
    csv: ({ created_at: at }) => at,
  },
];

/** Customers by name, email, phone, reference, account or document number, or identifier; and one of them. */
function CustomerSearch() {
  const { search, change } = useDeskSearch();
  const query = search["q"] ?? "";
  const { field } = useTypedSearch(query, (q) => change({ q, page: "" }, { replace: true }));
  const wanted = query.trim();
  const status = STATES.find((each) => each === search["state"]);
  const customers = trpc.ops.customers.search.useQuery(
    {
      ...(wanted !== "" && { query: wanted }),
      ...(status !== undefined && { status }),
      page: pageOf(search),
      per_page: SHOWN,
    },
    {
      enabled: wanted === "" || wanted.length >= FEWEST_LETTERS,
      placeholderData: keepPreviousData,
      ...SHOWN_IN_PLACE,
    },
  );
  const transaction = useFoundTransaction(query);
  useKeys([
    { keys: "/", does: "Search", run: () => document.getElementById(FIELD)?.querySelector("input")?.focus() },
  ]);
  return (
    <>
      <div id={FIELD} className={parts["filters"]}>
        <TextField
          label="Search"
          placeholder="Name, email, phone or any number"
          type="search"
          {...field}
          autoComplete="off"
        />
        <SelectField
          label="Show"
          value={status ?? ""}
          options={[
            { value: "", label: "All" },
            ...STATES.map((value) => ({ value, label: CUSTOMER_STATES[value].word })),
          ]}
          onChange={(state) => change({ state, page: "" })}
        />
      </div>
      {search["act"] === "hold" && (
        <Notice kind="info">
          <p>Choose the customer to hold.</p>
        </Notice>
      )}
      {transaction !== undefined && (
        <p>
          {transaction.reference} is of{" "}
          <SiteLink to={`/teamaccess/customers?id=${transaction.customer.id}`}>
            {transaction.customer.first_name} {transaction.customer.last_name}
          </SiteLink>
        </p>
      )}
      <DeskList
        caption="Customers found"
        columns={COLUMNS}
        query={customers}
        rowKey={({ id }) => id}
        card={{ name: "head", state: "end", email: "line", country: "line", flags: "line" }}
        empty={{ title: "No customers found", text: "Try part of a name, or a full number." }}
        onOpen={({ id }) => change({ id })}
      />
    </>
  );
}

/** The currency that is first in a balance, with its amount. */
const firstOf = ({ balance }: ClosedBalance): readonly [string, string] =>
  Object.entries(balance)[0] ?? ["", "0"];
const balanceOf = ({ balance }: ClosedBalance): string =>
  Object.entries(balance)
    .map(([code, amount]) => signedText(amount, code))
    .join(", ");

/** @param now the server's time, 0 as long as it is not known */
const closedColumnsAt = (now: number): readonly DeskColumn<ClosedBalance>[] => [
  nameColumn("name", "Name", customerName),
  emailColumn(),
  {
    key: "balance",
    title: "Balance",
    figures: true,
    cell: balanceOf,
    sort: byAmount(
      (row) => firstOf(row)[1],
      (row) => firstOf(row)[0],
    ),
    csv: balanceOf,
  },
  momentColumn("since", "Waiting since", ({ since }) => since),
  ageColumn("age", ({ since, due_at: due }) => ({ oldest_at: since, due_at: due }), now),
];

/** Money that came to closed accounts: the longest wait first. */
function ClosedWithMoney() {
  const { search, change } = useDeskSearch();
  const list = trpc.ops.customers.closedBalances.useQuery(
    { page: pageOf(search), per_page: SHOWN },
    SHOWN_IN_PLACE,
  );
  return (
    <DeskList
      caption="Closed accounts with money"
      columns={closedColumnsAt(useServerTime())}
      query={list}
      rowKey={({ id }) => id}
      card={{ name: "head", balance: "end", email: "line", age: "line" }}
      empty={{
        title: "No closed account has money",
        text: "Money sent to a closed account shows here until it’s returned.",
      }}
      onOpen={({ id }) => change({ id })}
    />
  );
}

const VIEWS = [
  ["search", "All"],
  ["owed", "Owes us"],
  ["closed", "Closed with money"],
] as const;

/** The search, or the customer that the address names. */
export function CustomersPage() {
  const { search } = useDeskSearch();
  const id = search["id"];
  if (id !== undefined) return <CustomerPage key={id} id={id} />;
  const view = VIEWS.find(([each]) => each === search["view"])?.[0] ?? "search";
  return (
    <Screen title="Customers">
      <Views
        label="Views of customers"
        views={VIEWS}
        view={view}
        forget={["q", "page", "state", "after", "row", "act"]}
      />
      {view === "search" && <CustomerSearch />}
      {view === "owed" && <Owed />}
      {view === "closed" && <ClosedWithMoney />}
    </Screen>
  );
}
