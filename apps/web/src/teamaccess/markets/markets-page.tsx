import { Button } from "../../controls/button.tsx";
import { TextField } from "../../controls/text-field.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { useTypedSearch } from "../../ui/use-typed-search.ts";
import { Screen } from "../parts/desk-screen.tsx";
import { Key } from "../parts/key.tsx";
import { useKeys } from "../parts/keys.ts";
import parts from "../parts/parts.module.css";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { useMay } from "../parts/use-may.ts";
import { ViewButtons } from "../parts/view-buttons.tsx";
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

/** What can be added in a view, and the act's name in the address. */
function useNew(
  view: View,
): readonly { readonly act: string; readonly letter: string; readonly text: string }[] {
  const may = useMay();
  if (view === "pairs" && may("ops.markets.setPair")) return [{ act: "new", letter: "n", text: "New pair" }];
  if (view === "currencies" && may("ops.markets.setCurrency"))
    return [
      { act: "new", letter: "n", text: "New coin" },
      { act: "new-money", letter: "w", text: "New money" },
    ];
  return [];
}

/** Finds rows by a currency's code or name, and adds what can be added. */
function Tools({ view }: { readonly view: View }) {
  const { search, change } = useDeskSearch();
  const typed = useTypedSearch(search["q"] ?? "", (q) => change({ q }, { replace: true }));
  const added = useNew(view);
  useKeys(
    added.map(({ act, letter, text }) => ({ keys: letter, does: text, run: () => change({ act, id: "" }) })),
  );
  return (
    <div className={parts["head"]}>
      <div className={styles["find"]}>
        <TextField label="Code or name" autoComplete="off" {...typed.field} />
      </div>
      <div className={parts["acts"]}>
        {added.map(({ act, letter, text }) => (
          <Button key={act} kind="quiet" className={parts["small"]} onClick={() => change({ act, id: "" })}>
            {text} <Key>{letter}</Key>
          </Button>
        ))}
      </div>
    </div>
  );
}

/** What customers can exchange and pay, on which terms, and where the prices come from. */
export function MarketsPage() {
  const { search, change } = useDeskSearch();
  const view = VIEWS.find(([each]) => each === search["view"])?.[0] ?? "pairs";
  const markets = trpc.ops.markets.list.useQuery(undefined, SHOWN_IN_PLACE);
  const shown = {
    list: markets.data,
    isError: markets.isError,
    onRetry: () => void markets.refetch(),
  };
  return (
    <Screen
      title="Markets"
      aside={
        <ViewButtons
          label="What to show"
          views={VIEWS}
          view={view}
          onView={(each) => change({ view: each === "pairs" ? "" : each, id: "", act: "", q: "" })}
        />
      }
    >
      {(view === "pairs" || view === "currencies") && <Tools key={view} view={view} />}
      {view === "pairs" && <Pairs {...shown} />}
      {view === "currencies" && <Currencies {...shown} />}
      {view === "accounts" && <Accounts {...shown} />}
      {view === "sources" && <Sources list={shown.list} />}
    </Screen>
  );
}
