import { isNegative, isZero } from "@wattle/exchange-core/decimal";
import { POSITION_STATES } from "@wattle/contracts/choices";
import type { PositionRow } from "@wattle/contracts/position";
import { Status, type StateWord } from "../../controls/status.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { classNames } from "../../ui/class-names.ts";
import { Button } from "../../controls/button.tsx";
import { nameColumn } from "../parts/columns.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { Key } from "../parts/key.tsx";
import { useKeys } from "../parts/keys.ts";
import parts from "../parts/parts.module.css";
import { signedText } from "../parts/signed-money.ts";
import { byAmount, byText } from "../parts/sorting.ts";
import { useActAsOpened } from "../parts/use-as-opened.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { useMay } from "../parts/use-may.ts";
import { RecordTrade, SetLimits } from "./position-acts.tsx";
import { VenueTrades } from "./venue-trades.tsx";

const STATE_WORDS: Readonly<Record<(typeof POSITION_STATES)[number], StateWord>> = {
  ok: { kind: "done", word: "Within limits" },
  warning: { kind: "risk", word: "Above the soft limit" },
  paused: { kind: "failed", word: "Above the hard limit" },
};

const limitText = (limit: string | null): string => (limit === null ? "No limit" : signedText(limit));

const isUnlimited = ({ soft_limit: soft, hard_limit: hard }: PositionRow): boolean =>
  soft === null && hard === null;

/** How a coin is within its limits; nothing if it has none and nothing is short. */
const stateOf = (row: PositionRow): StateWord | undefined => {
  if (!isUnlimited(row)) return STATE_WORDS[row.state];
  return isNegative(row.difference) ? { kind: "risk", word: "Short, no limit set" } : undefined;
};

/** Nothing is owed, and nothing is there. */
const isEmpty = ({ owed, inventory }: PositionRow): boolean => isZero(owed) && isZero(inventory);

const COLUMNS: readonly DeskColumn<PositionRow>[] = [
  nameColumn("coin", "Coin", ({ currency }) => currency),
  {
    key: "owed",
    title: "Customers own",
    figures: true,
    cell: ({ owed }) => signedText(owed),
    csv: ({ owed }) => owed,
  },
  {
    key: "inventory",
    title: "We hold",
    figures: true,
    cell: ({ inventory }) => signedText(inventory),
    csv: ({ inventory }) => inventory,
  },
  {
    key: "difference",
    title: "Difference",
    figures: true,
    cell: ({ difference }) => <strong>{signedText(difference)}</strong>,
    csv: ({ difference }) => difference,
  },
  {
    key: "worth",
    title: "Worth",
    figures: true,
    cell: ({ worth, worth_currency: code }) => (worth === null ? "No price" : signedText(worth, code)),
    sort: byAmount(
      ({ worth }) => worth,
      (row) => row.worth_currency,
    ),
    csv: ({ worth }) => worth ?? "",
  },
  {
    key: "soft",
    title: "Soft limit",
    figures: true,
    secondary: true,
    cell: ({ soft_limit: limit }) => limitText(limit),
    csv: ({ soft_limit: limit }) => limit ?? "",
  },
  {
    key: "hard",
    title: "Hard limit",
    figures: true,
    secondary: true,
    cell: ({ hard_limit: limit }) => limitText(limit),
    csv: ({ hard_limit: limit }) => limit ?? "",
  },
  {
    key: "state",
    title: "State",
    cell: (row) => {
      const state = stateOf(row);
      return state === undefined ? (
        <span className={classNames(parts["muted"], parts["whole"])}>No limits</span>
      ) : (
        <Status kind={state.kind}>{state.word}</Status>
      );
    },
    sort: byText((row) => stateOf(row)?.word ?? null),
    csv: ({ state }) => state,
  },
];

type Act = "trade" | "limits";

/** The house's coins against customers' holdings, and the trades with venues that change them. */
export function PositionView() {
  const { search, change } = useDeskSearch();
  const may = useMay();
  const list = trpc.ops.position.list.useQuery(undefined, SHOWN_IN_PLACE);
  const all = list.data?.data;
  // Coins without anything come last.
  const rows = all && [...all.filter((row) => !isEmpty(row)), ...all.filter(isEmpty)];
  const open = rows?.find(({ currency }) => currency === search["coin"]);
  const acts: readonly (readonly [Act, string, string])[] = [
    ...(may("ops.position.recordTrade") && rows !== undefined && rows.length > 0
      ? [["trade", "t", "Record a trade"] as const]
      : []),
    ...(may("ops.position.setLimits") && open !== undefined
      ? [["limits", "m", `Set limits of ${open.currency}`] as const]
      : []),
  ];
  const doing = useActAsOpened(acts.find(([name]) => name === search["act"])?.[0], rows !== undefined);
  useKeys([
    ...acts.map(([name, keys, does]) => ({ keys, does, run: () => change({ act: name }) })),
    ...(open === undefined
      ? []
      : [{ keys: "x", does: "All coins", run: () => change({ coin: "", after: "" }) }]),
  ]);
  const close = (): void => change({ act: "" });
  return (
    <>
      {acts.length > 0 && (
        <div className={parts["acts"]}>
          {acts.map(([name, keys, title]) => (
            <Button key={name} kind="quiet" className={parts["small"]} onClick={() => change({ act: name })}>
              {title} <Key>{keys}</Key>
            </Button>
          ))}
        </div>
      )}
      <DeskList
        caption="Position"
        card={{ coin: "head", difference: "end", state: "line", owed: "titled", inventory: "titled" }}
        columns={COLUMNS}
        query={{ ...list, data: rows }}
        rowKey={({ currency }) => currency}
        empty={{ title: "No coins", text: "Coins you offer will show here." }}
        onOpen={({ currency }) => change({ coin: currency, after: "" })}
        openKey={open?.currency}
      />
      <VenueTrades coin={open?.currency} />
      {doing === "trade" && rows !== undefined && (
        <RecordTrade coins={rows.map(({ currency }) => currency)} coin={open?.currency} onClose={close} />
      )}
      {doing === "limits" && open !== undefined && <SetLimits row={open} onClose={close} />}
    </>
  );
}
