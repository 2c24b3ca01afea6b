import type { SwitchRecord } from "@wattle/contracts/switches";
import { pauseText } from "../../shell/pause-banner.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { ActDrawer } from "../parts/act-drawer.tsx";
import { momentColumn, stateColumn } from "../parts/columns.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import { byText } from "../parts/sorting.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { useMay } from "../parts/use-may.ts";
import { switchText } from "./switch-words.ts";

/** What the drawer does, in the address. */
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
    ({ paused }) => (paused ? ["stopped", "Paused"] : ["done", "On"]),
    ({ paused }) => (paused ? "paused" : "on"),
  ),
  {
    key: "why",
    title: "Why, and what customers read",
    cell: ({ paused, reason, message }) => (paused ? [reason, message].filter(Boolean).join(". ") : ""),
    csv: ({ reason, message }) => [reason, message].filter(Boolean).join(". "),
  },
  momentColumn("since", "Set", ({ set_at: at }) => at),
];

interface SwitchActProps {
  readonly item: SwitchRecord;
  /** What it does was chosen when it was opened: it stays that whatever colleagues do meanwhile. */
  readonly resumes: boolean;
  readonly onClose: () => void;
}

/** Pauses what is on, or lets go on what is paused. */
export function SwitchAct({ item, resumes: paused, onClose }: SwitchActProps) {
  const set = trpc.ops.switches.set.useMutation();
  const { what } = item;
  const name = switchText(what);
  const state = (isPaused: boolean): string => (isPaused ? "Paused" : "On");
  return (
    <ActDrawer
      title={`${paused ? "Go on" : "Pause"}: ${name}`}
      button={paused ? "Go on" : "Pause"}
      kind={paused ? "primary" : "danger"}
      fields={
        paused
          ? []
          : [
              {
                name: "message",
                label: "Message",
                hint: "In the banner on every page. Left out, it only says that it is paused.",
                optional: true,
              },
            ]
      }
      {...(!paused && {
        reads: ({ message = "" }: Readonly<Record<string, string>>) =>
          pauseText({ what, message: message.trim() === "" ? null : message.trim(), by_system: false }),
      })}
      changes={[{ what: name, before: state(paused), after: state(!paused) }]}
      subject={what}
      late={item.paused !== paused}
      done={`${name}: ${paused ? "on again" : "paused"}`}
      run={({ message = "" }) =>
        set.mutateAsync({ what, paused: !paused, ...(message.trim() !== "" && { message: message.trim() }) })
      }
      undo={() => set.mutateAsync({ what, paused, ...(item.message !== null && { message: item.message }) })}
      onClose={onClose}
    />
  );
}

/** What customers can do, and what is paused; who may, pauses it with a look at the banner. */
export function SwitchesPage() {
  const may = useMay();
  const { search, change } = useDeskSearch();
  const switches = trpc.ops.switches.list.useQuery(undefined, SHOWN_IN_PLACE);
  const open = switches.data?.find(({ what }) => what === search["what"]);
  const act = ACTS.find((known) => known === search["act"]);
  const maySet = may("ops.switches.set");
  return (
    <Screen title="Switches">
      <DeskList
        caption="Switches"
        columns={COLUMNS}
        query={switches}
        rowKey={({ what }) => what}
        empty={{ title: "No switches" }}
        {...(maySet && {
          onOpen: ({ what, paused }: SwitchRecord) => change({ what, act: paused ? "resume" : "pause" }),
        })}
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
