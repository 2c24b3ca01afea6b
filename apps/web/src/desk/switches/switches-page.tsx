import type { AuditAct } from "@wattle/contracts/audit-acts";
import type { AuditLine } from "@wattle/contracts/desk";
import type { SwitchRecord } from "@wattle/contracts/switches";
import { pauseText } from "../../shell/pause-banner.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { actorText, nameOfActor } from "../parts/audit-words.ts";
import { actCall } from "../parts/act-call.ts";
import { CustomerReads } from "../parts/act-effects.tsx";
import { ActDrawer } from "../parts/act-drawer.tsx";
import { Status, type StateWord } from "../../controls/status.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import { momentText } from "../parts/moment-text.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { useMay } from "../parts/use-may.ts";
import { SWITCH_GROUPS, stopsText, switchGroup, switchObject, switchText } from "../parts/switch-words.ts";
import styles from "./switches-page.module.css";

/** Act of the drawer, in the address. */
const ACTS = ["pause", "resume"] as const;

const PAUSED: StateWord = { kind: "risk", word: "Paused" };
const ON: StateWord = { kind: "done", word: "On" };

/** A switch by name, over what stops while it is paused. */
const WHAT: DeskColumn<SwitchRecord> = {
  key: "what",
  title: "What",
  cell: ({ what }) => (
    <span className={styles["what"]}>
      <strong>{switchText(what)}</strong>
      <span className={styles["stops"]}>{stopsText(what)}</span>
    </span>
  ),
  csv: ({ what }) => what,
};

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
  const line = log.find(({ actor }) => actor === by);
  return (line === undefined ? nameOfActor(by, null) : actorText(line)) ?? "Staff";
}

/** Why switches were set, when and by whom. */
const logColumn = (log: readonly AuditLine[]): DeskColumn<SwitchRecord> => ({
  key: "why",
  title: "Last change",
  cell: (item) => {
    const why = whyText(item, log);
    const set = [item.set_at === null ? "" : momentText(item.set_at), setterText(item, log)];
    const line = set.filter(Boolean).join(", ");
    return (
      line !== "" && (
        <span className={styles["what"]}>
          {why !== "" && <span>{why}</span>}
          <span className={styles["stops"]}>{line}</span>
        </span>
      )
    );
  },
  csv: (item) => [whyText(item, log), item.set_at, setterText(item, log)].filter(Boolean).join(", "),
});

/** The state as a word and as a switch, which asks before anything stops; only the word for those who may not set it. */
const stateColumn = (ask: ((item: SwitchRecord) => void) | undefined): DeskColumn<SwitchRecord> => ({
  key: "state",
  title: "State",
  figures: true,
  cell: (item) => {
    const { kind, word } = item.paused ? PAUSED : ON;
    return (
      <span className={styles["state"]}>
        <Status kind={kind} quiet={!item.paused}>
          {word}
        </Status>
        {ask !== undefined && (
          <button
            type="button"
            role="switch"
            className={styles["switch"]}
            aria-checked={!item.paused}
            aria-label={switchText(item.what)}
            onClick={(event) => {
              event.stopPropagation();
              ask(item);
            }}
          />
        )}
      </span>
    );
  },
  csv: ({ paused }) => (paused ? "paused" : "on"),
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
  const grouped = switches.data?.toSorted(
    (a, b) => SWITCH_GROUPS.indexOf(switchGroup(a.what)) - SWITCH_GROUPS.indexOf(switchGroup(b.what)),
  );
  const ask = ({ what, paused }: SwitchRecord): void => change({ what, act: paused ? "resume" : "pause" });
  return (
    <Screen title="Switches">
      <DeskList
        caption="Switches"
        card={{ what: "head", state: "end", why: "line" }}
        columns={[WHAT, logColumn(log), stateColumn(maySet ? ask : undefined)]}
        foot="file"
        query={{ ...switches, data: grouped }}
        groupOf={({ what }) => switchGroup(what)}
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
