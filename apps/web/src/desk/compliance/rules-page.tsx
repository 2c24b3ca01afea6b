import { figureProblem } from "@wattle/contracts/rule-figures";
import type { MonitoringRuleRecord, RuleParameters } from "@wattle/contracts/rules";
import { displayExact } from "@wattle/exchange-core/display";
import { Status, type StateWord } from "../../controls/status.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { useWaiting } from "../approvals/use-waiting.ts";
import { actCall } from "../parts/act-call.ts";
import type { ActField } from "../parts/act-drawer.tsx";
import { ActPanel } from "../parts/act-panel.tsx";
import { nameColumn, stateColumn, textColumn } from "../parts/columns.tsx";
import type { DeskColumn } from "../parts/desk-list.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import type { Fact } from "../parts/link-facts.tsx";
import { ListAndPanel } from "../parts/list-and-panel.tsx";
import parts from "../parts/parts.module.css";
import { byCount } from "../parts/sorting.ts";
import { ruleName } from "../parts/fired-words.ts";
import { actsText, RULE_WORDS } from "./rule-words.ts";
import { TryRule } from "./try-rule.tsx";

type Values = Readonly<Record<string, string>>;
type RuleRow = MonitoringRuleRecord & { readonly id: string };

const stateOf = ({ on }: MonitoringRuleRecord): StateWord =>
  on ? { kind: "done", word: "On" } : { kind: "stopped", word: "Off" };

const countColumn = (key: string, title: string, countOf: (row: RuleRow) => number): DeskColumn<RuleRow> => ({
  key,
  title,
  figures: true,
  cell: countOf,
  sort: byCount(countOf),
  csv: (row) => String(countOf(row)),
});

const COLUMNS: readonly DeskColumn<RuleRow>[] = [
  nameColumn("rule", "Rule", ({ rule }) => ruleName(rule)),
  { ...textColumn("finds", "Finds", ({ rule }: RuleRow) => RULE_WORDS[rule].finds), secondary: true },
  { ...textColumn("acts", "Does", ({ acts }: RuleRow) => actsText(acts)), secondary: true },
  countColumn("alerts", "Alerts, 90 days", (row) => row.alerts_90_days),
  countColumn("wrong", "False positives", (row) => row.false_positives_90_days),
  stateColumn(stateOf, ({ on }) => (on ? "on" : "off")),
];

/** Figures as the rule has them, in the order of their labels. */
const figuresOf = ({
  rule,
  parameters,
}: MonitoringRuleRecord): readonly (readonly [string, string, string])[] =>
  Object.entries(RULE_WORDS[rule].figures).map(([name, label]) => [
    name,
    label,
    String(parameters[name as keyof RuleParameters] ?? ""),
  ]);

const fieldsOf = (row: MonitoringRuleRecord): readonly ActField[] => [
  {
    name: "on",
    label: "Rule",
    initial: row.on ? "on" : "off",
    options: [
      { value: "on", label: "On" },
      { value: "off", label: "Off" },
    ],
  },
  ...figuresOf(row).map(([name, label, initial]): ActField => ({
    name: `parameters.${name}`,
    label,
    initial,
    problem: (text) => figureProblem(name, text.trim()),
  })),
];

/** Figures that are typed. */
const typedFigures = (row: MonitoringRuleRecord, values: Values): Readonly<Record<string, string>> =>
  Object.fromEntries(figuresOf(row).map(([name]) => [name, (values[`parameters.${name}`] ?? "").trim()]));

/** Figures to try: those that are typed, unless one of them has a problem. */
function TryTyped({ row, values }: { readonly row: MonitoringRuleRecord; readonly values: Values }) {
  const typed = typedFigures(row, values);
  const isRight = Object.entries(typed).every(([name, text]) => figureProblem(name, text) === undefined);
  const { rule } = row;
  // With other figures there is nothing found yet.
  return <TryRule key={JSON.stringify(typed)} rule={rule} parameters={isRight ? typed : undefined} />;
}

function RulePanel({ row, request }: { readonly row: RuleRow; readonly request: string | undefined }) {
  const { rule, acts } = row;
  const { kind: state, word } = stateOf(row);
  const name = ruleName(rule);
  return (
    <ActPanel
      title={name}
      aside={<Status kind={state}>{word}</Status>}
      acts={[
        {
          act: "set",
          letter: "e",
          label: "Change or try",
          needs: "ops.rules.set",
          possible: request === undefined,
          title: `Change the rule: ${name}`,
          button: "Set the rule",
          edits: true,
          about: <p>{RULE_WORDS[rule].finds} It opens no case for what happened before.</p>,
          fields: fieldsOf(row),
          shows: (values) => <TryTyped row={row} values={values} />,
          done: "Rule set",
          call: (values) =>
            actCall("ops.rules.set", {
              rule,
              on: values["on"] === "on",
              parameters: typedFigures(row, values),
            }),
        },
      ]}
      kind="rule"
      subject={rule}
      request={request}
      lead={<p>{RULE_WORDS[rule].finds}</p>}
      facts={[
        ["Does", actsText(acts)],
        ["Alerts, 90 days", `${row.alerts_90_days}, of which ${row.false_positives_90_days} false`],
        ...figuresOf(row).map(([, label, value]): Fact => [
          label,
          value.includes(".") ? displayExact(value, 2) : value,
        ]),
      ]}
    />
  );
}

/** Rules over what customers do with money, and how well each finds. */
export function RulesPage() {
  const rules = trpc.ops.rules.list.useQuery(undefined, SHOWN_IN_PLACE);
  const waiting = useWaiting("ops.rules.set");
  return (
    <Screen title="Rules">
      <p className={parts["muted"]}>
        Rules look at what customers do with money, within seconds. A false positive is an alert whose case
        was closed as “Nothing found”.
      </p>
      <ListAndPanel
        caption="Rules"
        card={{ rule: "head", state: "end", finds: "line" }}
        columns={COLUMNS}
        query={{ ...rules, data: rules.data?.map((row) => ({ ...row, id: row.rule })) }}
        empty={{ title: "No rules" }}
        panel={(row) => <RulePanel row={row} request={waiting?.get(row.rule)} />}
      />
    </Screen>
  );
}
