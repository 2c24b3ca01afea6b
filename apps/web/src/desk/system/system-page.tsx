import type { CheckState, SystemCheck } from "@wattle/contracts/system-checks";
import { Button } from "../../controls/button.tsx";
import { Status, type StateWord } from "../../controls/status.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { URGENCY } from "../parts/check-urgency.ts";
import { nameColumn, stateColumn } from "../parts/columns.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import { Key } from "../parts/key.tsx";
import { useKeys } from "../parts/keys.ts";
import { timeOf } from "../parts/moment-text.ts";
import parts from "../parts/parts.module.css";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { Views } from "../parts/views.tsx";
import { findingWords } from "./finding-words.ts";
import { AddFirmWebhook, FirmWebhooks } from "./firm-webhooks.tsx";
import styles from "./system-page.module.css";

const STATE_WORDS: Readonly<Record<CheckState, StateWord>> = {
  ok: { kind: "done", word: "Fine", quiet: true },
  warning: { kind: "risk", word: "To do", quiet: true },
  fault: { kind: "failed", word: "Fault" },
};

/** A subject with all its findings. */
interface Subject {
  readonly name: string;
  /** The worst of its findings. */
  readonly state: CheckState;
  readonly findings: readonly SystemCheck[];
}

/** Subjects by their worst finding, faults first. */
function subjectsOf(checks: readonly SystemCheck[]): Subject[] {
  const sorted = checks.toSorted((a, b) => URGENCY.indexOf(a.state) - URGENCY.indexOf(b.state));
  const names = [...new Set(sorted.map(({ name }) => name))];
  return names.map((name) => {
    const findings = sorted.filter((check) => check.name === name);
    return { name, state: findings[0]?.state ?? "ok", findings };
  });
}

const COLUMNS: readonly DeskColumn<Subject>[] = [
  nameColumn("name", "Check", ({ name }) => name),
  {
    key: "text",
    title: "Finding",
    cell: ({ findings }) => (
      <ul className={styles["findings"]}>
        {findings.map(({ text }) => {
          const { text: words, detail } = findingWords(text);
          return (
            <li key={text}>
              {words} {detail !== undefined && <code className={styles["detail"]}>{detail}</code>}
            </li>
          );
        })}
      </ul>
    ),
    csv: ({ findings }) => findings.map(({ text }) => text).join(" "),
  },
  stateColumn(
    ({ state }) => STATE_WORDS[state],
    ({ state }) => state,
  ),
];

const GROUPS: Readonly<Record<CheckState, string>> = { fault: "Faults", warning: "To do", ok: "Fine" };

/** How many findings there are of each kind, and when they were looked for. */
function Summary({ checks, at, onAgain }: SummaryProps) {
  const countOf = (state: CheckState): number => checks.filter((check) => check.state === state).length;
  const [faults, todo, fine] = [countOf("fault"), countOf("warning"), countOf("ok")];
  const words = [
    faults > 0 && `${faults} ${faults === 1 ? "fault" : "faults"}`,
    todo > 0 && `${todo} to do`,
    `${fine} fine`,
  ];
  return (
    <div className={parts["titled"]}>
      <Status kind={faults > 0 ? "failed" : todo > 0 ? "risk" : "done"}>
        {words.filter(Boolean).join(", ")}
      </Status>
      <span className={styles["again"]}>
        <span className={parts["muted"]}>Checked {timeOf(new Date(at).toISOString())}</span>
        <Button kind="quiet" className={parts["small"]} onClick={onAgain}>
          Check again
        </Button>
      </span>
    </div>
  );
}

interface SummaryProps {
  readonly checks: readonly SystemCheck[];
  /** When the answer came, in milliseconds. */
  readonly at: number;
  readonly onAgain: () => void;
}

/** State of the installation: the list of `npm run ops -- doctor`, faults first. */
function Checks() {
  const checks = trpc.ops.system.checks.useQuery(undefined, SHOWN_IN_PLACE);
  return (
    <>
      {checks.data !== undefined && (
        <Summary checks={checks.data} at={checks.dataUpdatedAt} onAgain={() => void checks.refetch()} />
      )}
      <DeskList
        caption="Checks of the installation"
        card={{ name: "head", state: "end", text: "line" }}
        columns={COLUMNS}
        foot="file"
        query={{ ...checks, data: checks.data && subjectsOf(checks.data) }}
        rowKey={({ name }) => name}
        groupOf={({ state }) => GROUPS[state]}
        empty={{ title: "No checks" }}
      />
    </>
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
