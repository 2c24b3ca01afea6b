import { Screen } from "../parts/desk-screen.tsx";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { Views } from "../parts/views.tsx";
import { Accounts } from "./accounts.tsx";
import { EntryPage } from "./entry-page.tsx";
import { AccountPostings, CustomerPostings } from "./postings.tsx";
import { PositionView } from "./position-view.tsx";

const VIEWS = [
  ["accounts", "Accounts"],
  ["position", "Position"],
] as const;

/** The house's accounts and its position in coins; an entry, or what moved an account, if the address names one. */
export function LedgerPage() {
  const { search } = useDeskSearch();
  const { entry, customer, account } = search;
  if (entry !== undefined) return <EntryPage key={entry} id={entry} />;
  if (customer !== undefined) return <CustomerPostings key={customer} id={customer} />;
  if (account !== undefined) return <AccountPostings key={account} account={account} />;
  const view = search["view"] === "position" ? "position" : "accounts";
  return (
    <Screen title="Ledger">
      <Views label="Views of the ledger" views={VIEWS} view={view} forget={["at", "coin", "after", "act"]} />
      {view === "position" ? <PositionView /> : <Accounts />}
    </Screen>
  );
}
