import type { CheckState, SystemCheck } from "@wattle/contracts/system-checks";
import type { StateWord } from "../../controls/status.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { URGENCY } from "../parts/check-urgency.ts";
import { nameColumn, stateColumn, textColumn } from "../parts/columns.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { Screen } from "../parts/desk-screen.tsx";

const STATE_WORDS: Readonly<Record<CheckState, StateWord>> = {
  ok: { kind: "done", word: "OK" },
  warning: { kind: "waiting", word: "Warning" },
  fault: { kind: "failed", word: "Fault" },
};

const COLUMNS: readonly DeskColumn<SystemCheck>[] = [
  nameColumn("name", "Check", ({ name }) => name),
  stateColumn(
    ({ state }) => STATE_WORDS[state],
    ({ state }) => state,
  ),
  textColumn("text", "Finding", ({ text }) => text),
];

/** State of the installation: the list of `npm run ops -- doctor`, faults first. */
export function SystemPage() {
  const checks = trpc.ops.system.checks.useQuery(undefined, SHOWN_IN_PLACE);
  const sorted = checks.data?.toSorted((a, b) => URGENCY.indexOf(a.state) - URGENCY.indexOf(b.state));
  return (
    <Screen title="System">
      <DeskList
        caption="Checks of the installation"
        card={{ name: "head", state: "end", text: "line" }}
        columns={COLUMNS}
        query={{ ...checks, data: sorted }}
        rowKey={({ name, text }) => `${name} ${text}`}
        empty={{ title: "No checks" }}
      />
    </Screen>
  );
}
