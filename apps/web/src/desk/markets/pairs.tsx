import type { MarketList } from "@wattle/contracts/market-inputs";
import type { PairRecord } from "@wattle/contracts/market-records";
import type { SwitchRecord } from "@wattle/contracts/switches";
import { displayExact } from "@wattle/exchange-core/display";
import { Panel } from "../../controls/panel.tsx";
import { Status } from "../../controls/status.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { Facts } from "../../ui/facts.tsx";
import { ActButtons } from "../parts/act-buttons.tsx";
import { nameColumn, stateColumn, textColumn } from "../parts/columns.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import parts from "../parts/parts.module.css";
import { byAmount, byCount } from "../parts/sorting.ts";
import { useActAsOpened } from "../parts/use-as-opened.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { useMay } from "../parts/use-may.ts";
import { SwitchAct } from "../switches/switches-page.tsx";
import { LastHour } from "./last-hour.tsx";
import { useLastPrices, type LastPrice } from "./last-prices.ts";
import { limitsText, marketOf, marketText, pairName, pairState, type Market } from "./market-words.ts";
import { NewPair, PairAct } from "./pair-act.tsx";
import styles from "./markets.module.css";

interface PairRow {
  readonly pair: PairRecord;
  readonly market: Market;
  readonly state: ReturnType<typeof pairState>;
  /** Undefined until it is known. */
  readonly last: LastPrice | undefined;
  /** Range of one exchange, in the money of the pair. */
  readonly limits: string;
}

const percent = ({ fee }: PairRecord): string => `${fee}%`;

const COLUMNS: readonly DeskColumn<PairRow>[] = [
  nameColumn("what", "Customers can", ({ market }) => marketText(market)),
  textColumn("pair", "Pair", ({ pair }) => pairName(pair)),
  {
    key: "price",
    title: "Last price",
    figures: true,
    cell: ({ last, market }) =>
      last !== undefined && (
        <span>
          {last.price === null ? "No price" : `${displayExact(last.price, 2)} ${market.fiat}`}
          {last.jump !== undefined && (
            <span className={styles["jump"]}>
              <Status kind="risk">{last.jump}</Status>
            </span>
          )}
        </span>
      ),
    sort: byAmount(
      ({ last }) => last?.price ?? null,
      ({ market }) => market.fiat,
    ),
    csv: ({ last }) => last?.price ?? "",
  },
  { ...textColumn("limits", "Min to max", ({ limits }: PairRow) => limits), secondary: true },
  {
    key: "fee",
    title: "Fee",
    figures: true,
    cell: ({ pair }) => percent(pair),
    sort: byAmount(({ pair }) => pair.fee),
    csv: ({ pair }) => pair.fee,
  },
  {
    key: "spread",
    title: "Spread, bp",
    figures: true,
    secondary: true,
    cell: ({ pair }) => pair.spread_bp,
    sort: byCount(({ pair }) => pair.spread_bp),
    csv: ({ pair }) => String(pair.spread_bp),
  },
  stateColumn(
    ({ state }) => state,
    ({ state }) => state.word,
  ),
];

/** 'Exchange in AUD' has these limits, whichever way it goes. */
const limitsIn = ({ currencies }: MarketList, fiat: string): string => {
  const { exchange_min: min = null, exchange_max: max = null } =
    currencies.find(({ code }) => code === fiat) ?? {};
  return limitsText(min, max) || "No limits";
};

interface PairPanelProps {
  readonly row: PairRow;
  readonly switches: readonly SwitchRecord[];
}

/** A pair's terms, its prices of the last hour, and what can be done with it. */
function PairPanel({ row: { pair, market, state, limits }, switches }: PairPanelProps) {
  const may = useMay();
  const { search, change } = useDeskSearch();
  const what = `pair:${market.coin}/${market.fiat}`;
  const found = switches.find((each) => each.what === what);
  const item: SwitchRecord = found ?? {
    what,
    paused: false,
    message: null,
    reason: null,
    set_by: null,
    set_at: null,
  };
  const pauseName = `${item.paused ? "Resume" : "Pause"} ${market.coin}/${market.fiat}`;
  const acts = [
    ...(may("ops.markets.setPair") ? [{ act: "change", letter: "e", button: "Change terms" }] : []),
    ...(may("ops.switches.set")
      ? [{ act: item.paused ? "resume" : "pause", letter: "p", button: pauseName }]
      : []),
  ];
  // Both ways of pausing are the same act of the screen: a colleague's pause does not change what it was opened for.
  const wanted = search["act"];
  const isPause = wanted === "pause" || wanted === "resume";
  const act = useActAsOpened(
    acts.some((each) => each.act === wanted) ? { act: wanted ?? "", pair } : undefined,
  );
  const close = (): void => change({ act: "" });
  return (
    <Panel title={marketText(market)}>
      <div className={styles["panel"]}>
        <ActButtons acts={acts.map((each) => ({ ...each, run: () => change({ act: each.act }) }))} />
        <Facts
          facts={[
            [
              "State",
              <Status key="state" kind={state.kind}>
                {state.word}
              </Status>,
            ],
            ...(item.paused
              ? [["Why", [item.reason, item.message].filter(Boolean).join(". ") || "Not said"] as const]
              : []),
            ["Fee", percent(pair)],
            ["Spread", `${pair.spread_bp} basis points`],
            [`Exchange in ${market.fiat}`, limits],
            ["Prices for charts", pair.record_prices ? "Kept" : "Not kept"],
          ]}
        />
        <div>
          <h3 className={styles["title"]}>
            {market.coin}/{market.fiat}, last hour
          </h3>
          <LastHour coin={market.coin} fiat={market.fiat} />
        </div>
      </div>
      {act?.act === "change" && (
        <PairAct pair={act.pair} late={JSON.stringify(act.pair) !== JSON.stringify(pair)} onClose={close} />
      )}
      {act !== undefined && isPause && (
        <SwitchAct key={wanted} item={item} resumes={act.act === "resume"} onClose={close} />
      )}
    </Panel>
  );
}

interface PairsProps {
  readonly list: MarketList | undefined;
  readonly isError: boolean;
  readonly onRetry: () => void;
}

/** Pairs, and their costs. */
export function Pairs({ list, isError, onRetry }: PairsProps) {
  const may = useMay();
  const { search, change } = useDeskSearch();
  const switches = trpc.ops.switches.list.useQuery(undefined, SHOWN_IN_PLACE);
  const coins = new Set(
    (list?.currencies ?? []).filter(({ kind }) => kind === "crypto").map(({ code }) => code),
  );
  const wanted = (search["q"] ?? "").toUpperCase();
  const wayOf = (pair: PairRecord): Market => marketOf(pair, (code) => coins.has(code));
  const prices = useLastPrices((list?.pairs ?? []).map(wayOf));
  const rows = list?.pairs.map((pair): PairRow => {
    const market = wayOf(pair);
    return {
      pair,
      market,
      state: pairState(pair, market, switches.data ?? []),
      last: prices.get(`${market.coin}/${market.fiat}`),
      limits: limitsIn(list, market.fiat),
    };
  });
  const shown = rows?.filter(({ pair }) => pairName(pair).includes(wanted));
  const adds = search["act"] === "new";
  // A new pair has no row: one that the address names as well stays closed, with its own acts.
  const open = adds ? undefined : rows?.find(({ pair }) => pairName(pair) === search["id"]);
  return (
    <>
      <div className={open === undefined ? undefined : parts["split"]}>
        <DeskList
          caption="Pairs"
          columns={COLUMNS}
          card={{ what: "head", state: "end", price: "line" }}
          query={{
            data: switches.data === undefined ? undefined : shown,
            isError: isError || switches.isError,
            refetch: () => {
              onRetry();
              void switches.refetch();
            },
          }}
          rowKey={({ pair }) => pairName(pair)}
          empty={
            wanted === ""
              ? { title: "No pairs yet", text: "Add what customers can exchange." }
              : { title: `No pair with ${wanted}` }
          }
          onOpen={({ pair }) => change({ id: pairName(pair) })}
          openKey={open && pairName(open.pair)}
        />
        {open !== undefined && (
          <PairPanel key={pairName(open.pair)} row={open} switches={switches.data ?? []} />
        )}
      </div>
      {adds && may("ops.markets.setPair") && list !== undefined && (
        <NewPair codes={list.currencies.map(({ code }) => code)} onClose={() => change({ act: "" })} />
      )}
    </>
  );
}
