import { SelectField } from "../../controls/select-field.tsx";
import { FROM_THE_START, useDeskSearch } from "./use-desk-search.ts";

/** The states that a list's rows have, the one first that is shown if the address names none. */
type States<State> = readonly [State, ...State[]];

/** The state whose rows a list shows, as the address has it (`state`), or `all`. */
export function useShownState<State extends string>(states: States<State>): State | "all" {
  const { state } = useDeskSearch().search;
  return state === "all" ? "all" : (states.find((known) => known === state) ?? states[0]);
}

interface StateFilterProps<State extends string> {
  readonly states: States<State>;
  readonly word: (state: State) => string;
}

/** Filter of rows by state. */
export function StateFilter<State extends string>({ states, word }: StateFilterProps<State>) {
  const { change } = useDeskSearch();
  return (
    <SelectField
      label="Show"
      value={useShownState(states)}
      options={[...states.map((value) => ({ value, label: word(value) })), { value: "all", label: "All" }]}
      onChange={(state) => change({ ...FROM_THE_START, state: state === states[0] ? "" : state })}
    />
  );
}
