import type { CheckState, SystemCheck } from "@wattle/contracts/system-checks";
import { Button } from "../../controls/button.tsx";
import type { StateWord } from "../../controls/status.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { URGENCY } from "../parts/check-urgency.ts";
import { nameColumn, stateColumn, textColumn } from "../parts/columns.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import { Key } from "../parts/key.tsx";
import { useKeys } from "../parts/keys.ts";
import parts from "../parts/parts.module.css";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { Views } from "../parts/views.tsx";
import { AddFirmWebhook, FirmWebhooks } from "./firm-webhooks.tsx";

const STATE_WORDS: Readonly<Record<CheckState, StateWord>> = {
  ok: { kind: "done", word: "OK" },
  warning: { kind: "risk", word: "Warning" },
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
function Checks() {
  const checks = trpc.ops.system.checks.useQuery(undefined, SHOWN_IN_PLACE);
  const sorted = checks.data?.toSorted((a, b) => URGENCY.indexOf(a.state) - URGENCY.indexOf(b.state));
  return (
    <DeskList
      caption="Checks of the installation"
      card={{ name: "head", state: "end", text: "line" }}
      columns={COLUMNS}
      query={{ ...checks, data: sorted }}
      rowKey={({ name, text }) => `${name} ${text}`}
      empty={{ title: "No checks" }}
    />
  );
}

const VIEWS = [
  ["checks", "Checks"],
  ["webhooks", "Webhooks"],
] as const;

function AddButton({ onAdd }: { readonly onAdd: () => void }) {
  useKeys([{ keys: "a", does: "Add a webhook", run: onAdd }]);
  return (
    <div className={parts["acts"]}>
      <Button className={parts["small"]} onClick={onAdd}>
        Add a webhook <Key>a</Key>
      </Button>
    </div>
  );
}

/** The installation's state, and the addresses that the firm's own events are sent to. */
export function SystemPage() {
  const { search, change } = useDeskSearch();
  const view = VIEWS.find(([each]) => each === search["view"])?.[0] ?? "checks";
  const isWebhooks = view === "webhooks";
  return (
    <Screen title="System" aside={isWebhooks && <AddButton onAdd={() => change({ act: "add", row: "" })} />}>
      <Views label="Views of the system" views={VIEWS} view={view} forget={["row", "act"]} />
      {isWebhooks ? <FirmWebhooks /> : <Checks />}
      {isWebhooks && search["act"] === "add" && <AddFirmWebhook onClose={() => change({ act: "" })} />}
    </Screen>
  );
}
