import type { AuditAct } from "@wattle/contracts/audit-acts";
import type { AuditLine } from "@wattle/contracts/desk";
import type { SwitchRecord } from "@wattle/contracts/switches";
import { pauseText } from "../../shell/pause-banner.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { nameOfActor } from "../parts/audit-words.ts";
import { actCall } from "../parts/act-call.ts";
import { CustomerReads } from "../parts/act-effects.tsx";
import { ActDrawer } from "../parts/act-drawer.tsx";
import { momentColumn, stateColumn, textColumn } from "../parts/columns.tsx";
import { Button } from "../../controls/button.tsx";
import parts from "../parts/parts.module.css";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import { byText } from "../parts/sorting.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { useMay } from "../parts/use-may.ts";
import { switchObject, switchText } from "../parts/switch-words.ts";

/** Act of the drawer, in the address. */
const ACTS = ["pause", "resume"] as const;

const COLUMNS: readonly DeskColumn<SwitchRecord>[] = [
  {
    key: "what",
    title: "What",
    cell: ({ what }) => <strong>{switchText(what)}</strong>,
    sort: byText(({ what }) => switchText(what)),
    csv: ({ what }) => what,
  },
  stateColumn(
    ({ paused }) => (paused ? { kind: "waiting", word: "Paused" } : { kind: "done", word: "On" }),
    ({ paused }) => (paused ? "paused" : "on"),
  ),
];

/** Lines of the audit log about switches, newest first; nothing for roles that may not read it. */
function useSwitchLog(): readonly AuditLine[] {
  const may = useMay();
  const log = trpc.ops.audit.list.useQuery(
    { action: "switch.set" satisfies AuditAct, page: 1, per_page: 100 },
    { enabled: may("ops.audit.list"), ...SHOWN_IN_PLACE },
  );
  return log.data?.data ?? [];
}

const reasonText = (words: readonly unknown[]): string =>
  words.filter((word) => typeof word === "string" && word !== "").join(". ");

/** Why something is paused, or was before it went on. */
function whyText({ what, paused, reason, message }: SwitchRecord, log: readonly AuditLine[]): string {
  if (paused) return reasonText([reason, message]);
  const last = log.find(({ subject, details }) => subject === what && details["paused"] === true)?.details;
  if (last === undefined) return "";
  const words = reasonText([last["reason"], last["message"]]);
  return words === "" ? "Was paused, without a reason" : `Was paused: ${words}`;
}

/** Last actor of a switch, by the name that the log has. */
function setterText({ set_by: by }: SwitchRecord, log: readonly AuditLine[]): string {
  if (by === null) return "";
  const name = log.find(({ actor }) => actor === by)?.actor_name ?? null;
  return nameOfActor(by, name) ?? "Staff";
}

/** Why switches were set, when and by whom. */
const logColumns = (log: readonly AuditLine[]): readonly DeskColumn<SwitchRecord>[] => [
  {
    key: "why",
    title: "Why, and what customers read",
    cell: (item) => {
      const why = whyText(item, log);
      return why !== "" && <span className={item.paused ? undefined : parts["muted"]}>{why}</span>;
    },
    csv: (item) => whyText(item, log),
  },
  momentColumn("since", "Set", ({ set_at: at }) => at),
  textColumn("by", "Set by", (item) => setterText(item, log)),
];

const actText = ({ paused }: SwitchRecord): string => (paused ? "Resume…" : "Pause…");

/** The button of each row; the row itself opens the same. */
const actColumn = (ask: (item: SwitchRecord) => void): DeskColumn<SwitchRecord> => ({
  key: "act",
  title: "Action",
  cell: (item) => (
    <Button
      kind="quiet"
      className={parts["small"]}
      aria-label={`${actText(item)} ${switchText(item.what)}`}
      onClick={(event) => {
        event.stopPropagation();
        ask(item);
      }}
    >
      {actText(item)}
    </Button>
  ),
});

interface SwitchActProps {
  readonly item: SwitchRecord;
  /** Its act was chosen when it was opened: it stays that whatever colleagues do meanwhile. */
  readonly resumes: boolean;
  readonly onClose: () => void;
}

/** A market goes on from the last price that was believed, unless another one is named. */
const PRICE_FIELD = {
  name: "price",
  label: "Price to resume from",
  hint: "Only if the market has really moved. Over 10% from the last trusted price needs two people.",
  optional: true,
} as const;

/** Pauses what is on, or resumes what is paused. */
export function SwitchAct({ item, resumes: paused, onClose }: SwitchActProps) {
  const { what } = item;
  const name = switchText(what);
  return (
    <ActDrawer
      title={`${paused ? "Resume" : "Pause"}: ${name}`}
      button={`${paused ? "Resume" : "Pause"} ${switchObject(what)}`}
      kind={paused ? "primary" : "danger"}
      fields={
        paused
          ? what.startsWith("pair:")
            ? [PRICE_FIELD]
            : []
          : [
              {
                name: "message",
                label: "Message",
                hint: "In the banner on every page. If empty, the banner just says “paused”.",
                optional: true,
              },
            ]
      }
      {...(!paused && {
        shows: ({ message = "" }: Readonly<Record<string, string>>) => (
          <CustomerReads>
            {pauseText({ what, message: message.trim() === "" ? null : message.trim(), by_system: false })}
          </CustomerReads>
        ),
      })}
      subject={what}
      late={item.paused !== paused}
      done={`${name}: ${paused ? "on again" : "paused"}`}
      call={({ message = "", price = "" }) =>
        actCall("ops.switches.set", {
          what,
          paused: !paused,
          ...(message.trim() !== "" && { message: message.trim() }),
          ...(price.trim() !== "" && { price: price.trim() }),
        })
      }
      undo={() =>
        actCall("ops.switches.set", { what, paused, ...(item.message !== null && { message: item.message }) })
      }
      onClose={onClose}
    />
  );
}

/** Parts open to customers, and pauses; with the right role one pauses them with a look at the banner. */
export function SwitchesPage() {
  const may = useMay();
  const { search, change } = useDeskSearch();
  const switches = trpc.ops.switches.list.useQuery(undefined, SHOWN_IN_PLACE);
  const open = switches.data?.find(({ what }) => what === search["what"]);
  const act = ACTS.find((known) => known === search["act"]);
  const maySet = may("ops.switches.set");
  const log = useSwitchLog();
  const ask = ({ what, paused }: SwitchRecord): void => change({ what, act: paused ? "resume" : "pause" });
  return (
    <Screen title="Switches">
      <DeskList
        caption="Switches"
        card={{ what: "head", state: "end", act: "end", why: "line", since: "line", by: "line" }}
        columns={[...COLUMNS, ...logColumns(log), ...(maySet ? [actColumn(ask)] : [])]}
        query={switches}
        rowKey={({ what }) => what}
        empty={{ title: "No switches" }}
        {...(maySet && { onOpen: ask })}
        openKey={search["what"]}
      />
      {maySet && open !== undefined && act !== undefined && (
        <SwitchAct
          key={`${act} ${open.what}`}
          item={open}
          resumes={act === "resume"}
          onClose={() => change({ what: "", act: "" })}
        />
      )}
    </Screen>
  );
}
