import type { RowKind } from "@wattle/contracts/presence";
import type { StaffProcedure } from "@wattle/contracts/staff-access";
import type { ReactNode } from "react";
import { Panel } from "../../controls/panel.tsx";
import { Status } from "../../controls/status.tsx";
import { Facts } from "../../ui/facts.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import { ActButtons } from "./act-buttons.tsx";
import { ActDrawer, type ActDrawerProps } from "./act-drawer.tsx";
import parts from "./parts.module.css";
import { LookingAt, useHere } from "./presence.tsx";
import { useRowOfAct } from "./shown-by-itself.ts";
import { useActAsOpened } from "./use-as-opened.ts";
import { useDeskSearch } from "./use-desk-search.ts";
import { useMay } from "./use-may.ts";

/** Something that staff can do with what a panel is about. */
export interface PanelAct extends Omit<ActDrawerProps, "late" | "onClose" | "subject"> {
  /** As the address names it. */
  readonly act: string;
  readonly letter: string;
  /** On its button in the panel. */
  readonly label: string;
  readonly needs: StaffProcedure;
  /** Whether its state allows it now. */
  readonly possible: boolean;
  /** A choice that is made before the drawer opens, in its place; false once it is made. */
  readonly first?: ReactNode;
}

interface ActPanelProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly acts: readonly PanelAct[];
  readonly facts: readonly (readonly [string, ReactNode])[];
  readonly kind: RowKind;
  /** Identifier that the audit log has of it. */
  readonly subject: string;
  /** The request that waits for a second person. */
  readonly request?: string | undefined;
  /** Why less can be done with it than with others. */
  readonly notice?: string | undefined;
  /** Notes before an act is chosen. */
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
}

/** One row of a list, next to it, with the acts of one's roles. The open act is in the address. */
export function ActPanel({
  title,
  aside,
  acts,
  facts,
  kind,
  subject,
  request,
  notice,
  lead,
  children,
}: ActPanelProps) {
  const row = useRowOfAct();
  useHere({ kind, id: subject }, !row.byItself);
  const may = useMay();
  const { search, change } = useDeskSearch();
  const possible = acts.filter(({ possible: can, needs }) => can && may(needs));
  const now = possible.find(({ act }) => act === search["act"]);
  const opened = useActAsOpened(now);
  // A choice before the drawer changes the act.
  const drawn = now?.first === undefined ? opened : now;
  const hasFirst = now?.first !== undefined && now.first !== false;
  return (
    <Panel title={title} aside={aside}>
      <div className={parts["form"]}>
        <LookingAt subject={subject} />
        {lead}
        {possible.length > 0 && (
          <ActButtons
            acts={possible.map(({ act, letter, label }) => ({
              letter,
              button: label,
              run: () => change({ ...row.part, act }),
            }))}
          />
        )}
        {request !== undefined && <SecondPerson request={request} />}
        {notice !== undefined && <p>{notice}</p>}
        <Facts facts={facts} />
        {children}
      </div>
      {now?.first}
      {drawn !== undefined && !hasFirst && (
        <ActDrawer
          key={drawn.act}
          {...drawn}
          subject={subject}
          late={now === undefined}
          onClose={() => change({ act: "" })}
        />
      )}
    </Panel>
  );
}

/** Says that a request waits, and leads to it. */
function SecondPerson({ request }: { readonly request: string }) {
  return (
    <p>
      <Status kind="waiting">Waiting for a second person</Status>{" "}
      <SiteLink to={`/teamaccess/approvals?id=${request}`}>Open the request</SiteLink>
    </p>
  );
}
