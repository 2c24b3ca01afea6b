import type { MarketList } from "@wattle/contracts/market-inputs";
import type { RatesStatus } from "@wattle/contracts/rates-status";
import { Panel } from "../../controls/panel.tsx";
import { SelectField } from "../../controls/select-field.tsx";
import { Status } from "../../controls/status.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { SiteLink } from "../../ui/site-link.tsx";
import { nameColumn } from "../parts/columns.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { momentText } from "../parts/moment-text.ts";
import { byMoment, byText } from "../parts/sorting.ts";
import { SOURCE_WORDS } from "../parts/source-words.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { LastHour } from "./last-hour.tsx";
import styles from "./markets.module.css";

const ASKED_AGAIN_AFTER = 10_000;

type Source = RatesStatus["sources"][number];

const answered = ({ last_answer_at: at, age }: Source): string =>
  at === null ? "Never" : `${momentText(at)}, ${age} s ago`;
const failure = ({ last_error: error }: Source): string =>
  error === null ? "None" : `${momentText(error.at)}: ${error.message}`;

const COLUMNS: readonly DeskColumn<Source>[] = [
  nameColumn("name", "Source", ({ name }) => name),
  {
    key: "state",
    title: "State",
    cell: ({ state, resting_until: until }) => (
      <Status kind={SOURCE_WORDS[state].kind}>
        {SOURCE_WORDS[state].word}
        {until === null ? "" : `, asked again ${momentText(until)}`}
      </Status>
    ),
    sort: byText(({ state }) => SOURCE_WORDS[state].word),
    csv: ({ state }) => state,
  },
  {
    key: "answered",
    title: "Last answer",
    cell: answered,
    sort: byMoment(({ last_answer_at: at }) => at),
    csv: ({ last_answer_at: at }) => at ?? "",
  },
  { key: "failed", title: "Last failure", cell: failure, csv: failure },
];

/** The markets that can have a chart, by name. */
function marketsOf(list: MarketList): readonly string[] {
  const coins = new Set(list.currencies.filter(({ kind }) => kind === "crypto").map(({ code }) => code));
  return list.pairs.filter(({ from }) => coins.has(from)).map(({ from, to }) => `${from}/${to}`);
}

/** Sources of prices, their state, and the last hour of a market. */
export function Sources({ list }: { readonly list: MarketList | undefined }) {
  const { search, change } = useDeskSearch();
  const status = trpc.ops.rates.status.useQuery(undefined, {
    refetchInterval: ASKED_AGAIN_AFTER,
    ...SHOWN_IN_PLACE,
  });
  const names = list === undefined ? [] : marketsOf(list);
  const name = names.find((each) => each === search["market"]) ?? names[0];
  const [coin, fiat] = name?.split("/") ?? [];
  const paused = status.data?.paused ?? [];
  return (
    <>
      <DeskList
        caption="Price sources"
        card={{ name: "head", state: "end", answered: "titled", failed: "titled" }}
        columns={COLUMNS}
        query={{ ...status, data: status.data?.sources }}
        rowKey={(source) => source.name}
        empty={{ title: "No price source is set" }}
      />
      {paused.length > 0 && (
        <Panel title="Paused because the price is in doubt">
          <ul>
            {paused.map(({ pair, reason, since }) => (
              <li key={pair}>
                <SiteLink to={`/teamaccess/switches?what=pair:${pair}&act=resume`}>{pair}</SiteLink>, since{" "}
                {momentText(since)}
                {reason === null ? "" : `: ${reason}`}
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {name !== undefined && coin !== undefined && fiat !== undefined && (
        <Panel title={`${name}, last hour`}>
          <div className={styles["panel"]}>
            <SelectField
              label="Market"
              value={name}
              options={names.map((value) => ({ value, label: value }))}
              onChange={(market) => change({ market })}
            />
            <LastHour key={name} coin={coin} fiat={fiat} />
          </div>
        </Panel>
      )}
    </>
  );
}
