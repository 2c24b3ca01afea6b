import type { MarketList } from "@wattle/contracts/market-inputs";
import { Button } from "../../controls/button.tsx";
import { Panel } from "../../controls/panel.tsx";
import { Status } from "../../controls/status.tsx";
import { Facts } from "../../ui/facts.tsx";
import { nameColumn, stateColumn, textColumn } from "../parts/columns.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { Key } from "../parts/key.tsx";
import { useKeys } from "../parts/keys.ts";
import parts from "../parts/parts.module.css";
import { useActAsOpened } from "../parts/use-as-opened.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { useMay } from "../parts/use-may.ts";
import { CurrencyAct, NewCurrency } from "./currency-act.tsx";
import { currencyLimits, limitsText } from "./market-words.ts";
import styles from "./markets.module.css";

type Currency = MarketList["currencies"][number];

const stateOf = ({ active, priced, kind }: Currency) =>
  !active
    ? ({ kind: "stopped", word: "Off" } as const)
    : kind === "crypto" && !priced
      ? ({ kind: "failed", word: "No price source" } as const)
      : ({ kind: "done", word: "On" } as const);

const exchangeLimits = ({ exchange_min: min, exchange_max: max }: Currency): string => limitsText(min, max);
const depositLimits = ({ deposit_min: min, deposit_max: max }: Currency): string => limitsText(min, max);

const COLUMNS: readonly DeskColumn<Currency>[] = [
  nameColumn("code", "Code", ({ code }) => code),
  textColumn("name", "Name", ({ full_name: name }) => name),
  { key: "exchange", title: "Exchange", figures: true, cell: exchangeLimits, csv: exchangeLimits },
  { key: "deposit", title: "Deposit", figures: true, cell: depositLimits, csv: depositLimits },
  {
    key: "residents",
    title: "Residents of",
    cell: ({ residents_of: country }) => country ?? "",
    csv: ({ residents_of: country }) => country ?? "",
  },
  stateColumn(stateOf, (row) => stateOf(row).word),
];

/** A currency with its limits, and what can be done with it. */
function CurrencyPanel({ currency }: { readonly currency: Currency }) {
  const may = useMay();
  const { change, search } = useDeskSearch();
  const mayChange = may("ops.markets.setCurrency");
  const act = useActAsOpened(mayChange && search["act"] === "change" ? currency : undefined);
  const edit = (): void => change({ act: "change" });
  useKeys(mayChange ? [{ keys: "e", does: "Change the currency", run: edit }] : []);
  const {
    code,
    kind,
    full_name: name,
    short_name: short,
    residents_of: country,
    source_codes: codes,
  } = currency;
  const { kind: stateKind, word: state } = stateOf(currency);
  return (
    <Panel title={`${code}, ${name}`}>
      <div className={styles["panel"]}>
        {mayChange && (
          <div className={parts["acts"]}>
            <Button kind="quiet" className={parts["small"]} onClick={edit}>
              Change <Key>e</Key>
            </Button>
          </div>
        )}
        <Facts
          facts={[
            [
              "State",
              <Status key="state" kind={stateKind}>
                {state}
              </Status>,
            ],
            ["Kind", kind === "crypto" ? "Coin" : "Money"],
            ["Short name", short],
            ...(kind === "crypto"
              ? []
              : currencyLimits(currency).map(([what, text]) => [what, text || "Not offered"] as const)),
            ["For residents of", country ?? "Everywhere"],
            ["Decimals shown", String(currency.shown_decimals)],
            ["Place in lists", String(currency.position)],
            ...Object.entries(codes).map(([source, known]) => [`At ${source}`, known] as const),
          ]}
        />
      </div>
      {act !== undefined && (
        <CurrencyAct
          currency={act}
          late={JSON.stringify(act) !== JSON.stringify(currency)}
          onClose={() => change({ act: "" })}
        />
      )}
    </Panel>
  );
}

interface CurrenciesProps {
  readonly list: MarketList | undefined;
  readonly isError: boolean;
  readonly onRetry: () => void;
}

/** Currencies of customers, with their limits. */
export function Currencies({ list, isError, onRetry }: CurrenciesProps) {
  const may = useMay();
  const { search, change } = useDeskSearch();
  const wanted = (search["q"] ?? "").toUpperCase();
  const rows = list?.currencies
    .filter(({ code, full_name: name }) => `${code} ${name}`.toUpperCase().includes(wanted))
    .toSorted((a, b) => (a.kind === b.kind ? a.position - b.position : a.kind === "fiat" ? -1 : 1));
  const kind = ({ new: "crypto", "new-money": "fiat" } as const)[search["act"] ?? ""];
  // A new currency has no row: one that the address names as well stays closed, with its own acts.
  const open = kind === undefined ? list?.currencies.find(({ code }) => code === search["id"]) : undefined;
  return (
    <>
      <div className={open === undefined ? undefined : parts["split"]}>
        <DeskList
          caption="Currencies"
          card={{ code: "head", state: "end", name: "line", exchange: "titled" }}
          columns={COLUMNS}
          query={{ data: rows, isError, refetch: onRetry }}
          rowKey={({ code }) => code}
          groupOf={(row) => (row.kind === "fiat" ? "Money" : "Coins")}
          empty={wanted === "" ? { title: "No currencies yet" } : { title: `No currency with ${wanted}` }}
          onOpen={({ code }) => change({ id: code })}
          openKey={open?.code}
        />
        {open !== undefined && <CurrencyPanel key={open.code} currency={open} />}
      </div>
      {kind !== undefined && may("ops.markets.setCurrency") && (
        <NewCurrency key={kind} kind={kind} onClose={() => change({ act: "" })} />
      )}
    </>
  );
}
