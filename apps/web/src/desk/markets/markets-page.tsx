import { TextField } from "../../controls/text-field.tsx";
import { classNames } from "../../ui/class-names.ts";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { useTypedSearch } from "../../ui/use-typed-search.ts";
import { ActButtons } from "../parts/act-buttons.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import parts from "../parts/parts.module.css";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { useMay } from "../parts/use-may.ts";
import { Views } from "../parts/views.tsx";
import { Accounts } from "./accounts.tsx";
import { Currencies } from "./currencies.tsx";
import { Pairs } from "./pairs.tsx";
import { Sources } from "./sources.tsx";
import styles from "./markets.module.css";

const VIEWS = [
  ["pairs", "Pairs"],
  ["currencies", "Currencies"],
  ["accounts", "Deposit accounts"],
  ["sources", "Price sources"],
] as const;
type View = (typeof VIEWS)[number][0];

/** Things to add in a view, and the act's name in the address. */
function useNew(
  view: View,
): readonly { readonly act: string; readonly letter: string; readonly button: string }[] {
  const may = useMay();
  if (view === "pairs" && may("ops.markets.setPair"))
    return [{ act: "new", letter: "n", button: "New pair" }];
  if (view === "currencies" && may("ops.markets.setCurrency"))
    return [
      { act: "new", letter: "n", button: "New coin" },
      { act: "new-money", letter: "w", button: "New money" },
    ];
  return [];
}

/** Finds rows by a currency's code or name, and adds what can be added. */
function Tools({ view }: { readonly view: View }) {
  const { search, change } = useDeskSearch();
  const typed = useTypedSearch(search["q"] ?? "", (q) => change({ q }, { replace: true }));
  const added = useNew(view);
  return (
    <div className={classNames(parts["head"], styles["tools"])}>
      <div className={styles["find"]}>
        <TextField label="Code or name" autoComplete="off" {...typed.field} />
      </div>
      <ActButtons acts={added.map((each) => ({ ...each, run: () => change({ act: each.act, id: "" }) }))} />
    </div>
  );
}

/** Customers' markets and payments with their terms, and the sources of prices. */
export function MarketsPage() {
  const { search } = useDeskSearch();
  const view = VIEWS.find(([each]) => each === search["view"])?.[0] ?? "pairs";
  const markets = trpc.ops.markets.list.useQuery(undefined, SHOWN_IN_PLACE);
  const shown = {
    list: markets.data,
    isError: markets.isError,
    onRetry: () => void markets.refetch(),
  };
  return (
    <Screen title="Markets">
      <Views label="Views of the markets" views={VIEWS} view={view} forget={["id", "act", "q"]} />
      {(view === "pairs" || view === "currencies") && <Tools key={view} view={view} />}
      {view === "pairs" && <Pairs {...shown} />}
      {view === "currencies" && <Currencies {...shown} />}
      {view === "accounts" && <Accounts {...shown} />}
      {view === "sources" && <Sources list={shown.list} />}
    </Screen>
  );
}
