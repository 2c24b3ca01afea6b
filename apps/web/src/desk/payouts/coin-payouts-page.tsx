import { COIN_PAYOUT_STATUSES, type CoinPayoutPurpose } from "@wattle/contracts/choices";
import type { CoinPayoutSummary } from "@wattle/contracts/coin-payouts";
import { NETWORKS, type Network } from "@wattle/contracts/networks";
import { keepPreviousData } from "@tanstack/react-query";
import { SelectField } from "../../controls/select-field.tsx";
import { NETWORK_NAMES } from "../../money/network-names.ts";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { useRequests } from "../approvals/use-waiting.ts";
import { ActButtons } from "../parts/act-buttons.tsx";
import { actCall } from "../parts/act-call.ts";
import { ActDrawer } from "../parts/act-drawer.tsx";
import { momentColumn, nameColumn, stateColumn } from "../parts/columns.tsx";
import { CursorPages } from "../parts/cursor-pages.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import parts from "../parts/parts.module.css";
import { byAmount } from "../parts/sorting.ts";
import { FROM_THE_START, useDeskSearch } from "../parts/use-desk-search.ts";
import { useMay } from "../parts/use-may.ts";
import { CoinBatchPage } from "./coin-batch-page.tsx";
import { NETWORK_BATCHES } from "./network-batches.ts";
import { RequestedCoins } from "./requested-coins.tsx";
import { COIN_BATCH_WORDS, coinBatchName, coinText, rateText } from "./coin-payout-words.ts";
import { useWorthOf } from "./coin-worth.ts";
import styles from "../payees/payees.module.css";

const columnsOf = (
  waits: (id: string) => boolean,
  worthOf: ReturnType<typeof useWorthOf>,
): readonly DeskColumn<CoinPayoutSummary>[] => [
  nameColumn("what", "Batch", coinBatchName),
  {
    key: "count",
    title: "Payments",
    fileOnly: true,
    cell: () => null,
    csv: ({ count }) => String(count),
  },
  {
    key: "total",
    title: "Total",
    figures: true,
    cell: (batch) => <strong>{coinText(batch.total, batch)}</strong>,
    sort: byAmount(
      ({ total }) => total,
      ({ currency }) => currency,
    ),
    csv: ({ total }) => total,
  },
  {
    key: "worth",
    title: "Worth now",
    figures: true,
    cell: ({ total, currency }) => worthOf(total, currency),
    csv: ({ total, currency }) => worthOf(total, currency) ?? "",
  },
  {
    key: "fee",
    title: "Network’s fee",
    figures: true,
    secondary: true,
    cell: (batch) => coinText(batch.fee, batch),
    csv: ({ fee }) => fee,
  },
  {
    key: "rate",
    title: "Fee rate",
    figures: true,
    secondary: true,
    cell: (batch) => rateText(batch.fee_rate, batch),
    csv: ({ fee_rate: rate }) => rate,
  },
  momentColumn("made", "Made", ({ created_at: at }) => at),
  stateColumn(
    ({ id, status }) =>
      waits(id) ? { kind: "waiting", word: "Waiting for a second person" } : COIN_BATCH_WORDS[status],
    ({ status }) => status,
  ),
];

type Act = CoinPayoutPurpose;
const ACTS: readonly (readonly [Act, string, string])[] = [
  ["payments", "m", "Make a batch"],
  ["sweep", "s", "Sweep"],
  ["consolidate", "c", "Consolidate"],
  ["venue", "v", "Send to the venue"],
];

/** Every batch of coins, newest first, and how one is made. */
function CoinBatches() {
  const { search, change } = useDeskSearch();
  const may = useMay();
  const status = COIN_PAYOUT_STATUSES.find((known) => known === search["state"]);
  const batches = trpc.ops.coinPayouts.list.useQuery(
    {
      ...(status !== undefined && { status }),
      ...(search["after"] !== undefined && { after: search["after"] }),
    },
    { placeholderData: keepPreviousData, ...SHOWN_IN_PLACE },
  );
  const rows = batches.data?.data;
  const worthOf = useWorthOf(rows?.map(({ currency }) => currency) ?? []);
  const networks = trpc.ops.wallets.list.useQuery(undefined, SHOWN_IN_PLACE);
  const followed = networks.data?.networks.filter(({ state }) => state !== "off") ?? [];
  const releases = useRequests("ops.coinPayouts.release");
  const mayMake = followed.length > 0 && may("ops.coinPayouts.create");
  const making = mayMake ? ACTS.find(([act]) => act === search["act"])?.[0] : undefined;
  return (
    <Screen
      title="Coin payouts"
      aside={
        <ActButtons
          acts={
            mayMake
              ? ACTS.map(([act, letter, button], place) => ({
                  letter,
                  button,
                  kind: place === 0 ? ("primary" as const) : ("quiet" as const),
                  rare: place > 0,
                  run: () => change({ act }),
                }))
              : []
          }
        />
      }
    >
      <RequestedCoins>
        <div className={parts["head"]}>
          <h2 className={styles["title"]}>Batches</h2>
          <SelectField
            label="Show"
            value={status ?? ""}
            placeholder="All"
            options={COIN_PAYOUT_STATUSES.map((value) => ({ value, label: COIN_BATCH_WORDS[value].word }))}
            onChange={(state) => change({ ...FROM_THE_START, state })}
          />
        </div>
        <DeskList
          caption="Batches of coins"
          card={{ what: "head", total: "end", made: "line", worth: "line", state: "line" }}
          columns={columnsOf((id) => releases?.has(id) === true, worthOf)}
          query={{ ...batches, data: rows }}
          rowKey={({ id }) => id}
          empty={
            status === undefined
              ? { title: "No batches", text: "Make a batch to pay withdrawals of coins." }
              : { title: "No matching batches" }
          }
          onOpen={({ id }) => change({ id })}
        />
        <CursorPages next={batches.data?.next} onward="Older batches" first="Newest batches" />
      </RequestedCoins>
      {making === "payments" && (
        <MakeBatch
          currencies={followed.flatMap(({ network, currencies }) =>
            currencies.map(({ currency }) => ({ currency, refusable: NETWORK_BATCHES[network].hasAccounts })),
          )}
        />
      )}
      {making !== undefined && making !== "payments" && (
        <MoveCoins
          what={making}
          // Only outputs can be made one of many.
          networks={followed
            .map(({ network }) => network)
            .filter((network) => making !== "consolidate" || !NETWORK_BATCHES[network].hasAccounts)}
        />
      )}
    </Screen>
  );
}

const AGAIN = {
  name: "again",
  label: "Refused withdrawals to pay again",
  hint: "Their references, if a recipient refused them in a block",
  optional: true,
} as const;

interface MakeBatchProps {
  /** Each with whether recipients can refuse it. */
  readonly currencies: readonly { readonly currency: string; readonly refusable: boolean }[];
}

/** Makes a batch of the withdrawals that may be paid, and opens it. */
function MakeBatch({ currencies }: MakeBatchProps) {
  const { change } = useDeskSearch();
  const create = trpc.ops.coinPayouts.create.useMutation();
  const first = currencies[0]?.currency ?? "";
  const isRefusable = (code = first): boolean =>
    currencies.some(({ currency, refusable }) => refusable && currency === code);
  const inputOf = ({ currency = first, again = "" }: Readonly<Record<string, string>>) => {
    const references = isRefusable(currency) ? again.split(/[\s,]+/).filter((part) => part !== "") : [];
    return { currency, ...(references.length > 0 && { again: references }) };
  };
  return (
    <ActDrawer
      title="Make a batch"
      subject="coin_payout"
      button="Make the batch"
      about={
        <p>
          It takes the withdrawals that can be paid, oldest first. Customers who are blocked, on hold or have
          sending off are left out.
        </p>
      }
      fields={[
        {
          name: "currency",
          label: "Currency",
          initial: first,
          options: currencies.map(({ currency: value }) => ({ value, label: value })),
        },
        { ...AGAIN, shownFor: ({ currency }) => isRefusable(currency) },
      ]}
      done="Batch made"
      call={(values) => actCall("ops.coinPayouts.create", inputOf(values))}
      run={async (values) => {
        const { id } = await create.mutateAsync(inputOf(values));
        change({ id });
        return {};
      }}
      onClose={() => change({ act: "" })}
    />
  );
}

const MOVES = {
  sweep: ["Sweep", "It brings customers’ deposits into the treasury."],
  consolidate: [
    "Consolidate",
    "It makes one coin of the treasury’s many, which saves fees later. Do it when fees are low.",
  ],
  venue: ["Send to the venue", "The treasury’s coins go to your account at the venue."],
} as const;

const TO_VENUE = [
  { name: "address", label: "The venue’s address", hint: "As the venue’s own page shows it for deposits" },
  { name: "amount", label: "Amount" },
] as const;

interface MoveCoinsProps {
  readonly what: keyof typeof MOVES;
  readonly networks: readonly Network[];
}

/** Makes a batch that moves our own coins, and opens it. */
function MoveCoins({ what, networks }: MoveCoinsProps) {
  const { change } = useDeskSearch();
  const create = trpc.ops.coinMoves.create.useMutation();
  const inputOf = ({ network, address = "", amount = "" }: Readonly<Record<string, string>>) => ({
    network: NETWORKS.find((known) => known === network) ?? NETWORKS[0],
    what,
    ...(what === "venue" && { address, amount }),
  });
  const [title, about] = MOVES[what];
  return (
    <ActDrawer
      title={title}
      subject={`coin_payout ${what}`}
      button="Make the batch"
      about={
        <p>
          {[
            about,
            ...(what === "sweep" ? networks.map((network) => NETWORK_BATCHES[network].sweep) : []),
            "It’s released and signed like any other batch.",
          ].join(" ")}
        </p>
      }
      fields={[
        {
          name: "network",
          label: "Network",
          initial: networks[0] ?? NETWORKS[0],
          options: networks.map((value) => ({ value, label: NETWORK_NAMES[value] })),
        },
        ...(what === "venue" ? TO_VENUE : []),
      ]}
      done="Batch made"
      call={(values) => actCall("ops.coinMoves.create", inputOf(values))}
      run={async (values) => {
        const { id } = await create.mutateAsync(inputOf(values));
        change({ id });
        return {};
      }}
      onClose={() => change({ act: "" })}
    />
  );
}

/** Withdrawals of coins that are paid in batches, and moves of our own coins. */
export function CoinPayoutsPage() {
  const { id } = useDeskSearch().search;
  return id === undefined ? <CoinBatches /> : <CoinBatchPage key={id} id={id} />;
}
