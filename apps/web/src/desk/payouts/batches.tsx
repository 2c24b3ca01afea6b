import { PAYOUT_STATUSES } from "@wattle/contracts/choices";
import type { PayoutSummary } from "@wattle/contracts/payouts";
import { Button } from "../../controls/button.tsx";
import { SelectField } from "../../controls/select-field.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { SiteLink } from "../../ui/site-link.tsx";
import { momentColumn, stateColumn } from "../parts/columns.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import parts from "../parts/parts.module.css";
import { byAmount, byCount } from "../parts/sorting.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { BATCH_WORDS, batchMoney } from "../payees/payout-words.ts";

const COLUMNS: readonly DeskColumn<PayoutSummary>[] = [
  momentColumn("made", "Made", ({ created_at: at }) => at),
  {
    key: "count",
    title: "Payouts",
    figures: true,
    cell: ({ count }) => count,
    sort: byCount(({ count }) => count),
    csv: ({ count }) => String(count),
  },
  {
    key: "total",
    title: "Total",
    figures: true,
    cell: (batch) => <strong>{batchMoney(batch)}</strong>,
    sort: byAmount(
      ({ total }) => total,
      ({ currency }) => currency,
    ),
    csv: ({ total }) => total,
  },
  stateColumn(
    ({ status }) => BATCH_WORDS[status],
    ({ status }) => status,
  ),
];

/** Every batch, newest first. */
export function Batches() {
  const { search, change } = useDeskSearch();
  const status = PAYOUT_STATUSES.find((known) => known === search["state"]);
  const pages = trpc.ops.payouts.list.useQuery(
    {
      ...(status !== undefined && { status }),
      ...(search["after"] !== undefined && { after: search["after"] }),
    },
    SHOWN_IN_PLACE,
  );
  const next = pages.data?.next ?? null;
  return (
    <Screen
      title="Batches of payouts"
      aside={
        <SelectField
          label="Show"
          value={status ?? ""}
          placeholder="All"
          options={PAYOUT_STATUSES.map((value) => ({ value, label: BATCH_WORDS[value].word }))}
          onChange={(state) => change({ state, after: "" })}
        />
      }
    >
      <p>
        <SiteLink to="/teamaccess/payouts">To be paid</SiteLink>
      </p>
      <DeskList
        caption="Batches of payouts"
        columns={COLUMNS}
        query={{ ...pages, data: pages.data?.data }}
        rowKey={({ id }) => id}
        empty={{ title: "No batches", text: "Batches you make show here." }}
        onOpen={({ id }) => change({ id })}
      />
      {next !== null && (
        <Button kind="quiet" className={parts["small"]} onClick={() => change({ after: next })}>
          Older batches
        </Button>
      )}
    </Screen>
  );
}
