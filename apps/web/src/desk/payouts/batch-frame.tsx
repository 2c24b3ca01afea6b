import type { ReactNode } from "react";
import { useNarrow, useWide } from "../../ui/use-narrow.ts";
import { ActButtons, type DeskAct } from "../parts/act-buttons.tsx";
import { FigureStrip, type Figure } from "../parts/figure-strip.tsx";
import parts from "../parts/parts.module.css";
import { LookingAt } from "../parts/presence.tsx";
import { useToday } from "../parts/use-today.ts";
import styles from "../payees/payees.module.css";
import { useSession } from "../../session/session-store.ts";
import { BatchChecks, type BatchCheck } from "./batch-checks.tsx";
import { Steps, Story, type Step } from "./batch-story.tsx";

/** Whether the reader made a batch that takes two people: the maker has done their part. */
export function useIsMaker({ created_by: maker }: { readonly created_by: string }): boolean {
  const me = useSession()?.user.id;
  const { data } = useToday();
  return maker === me && data?.approvals_required !== false;
}

interface BatchFrameProps {
  readonly id: string;
  readonly figures: readonly Figure[];
  readonly steps: readonly Step[];
  /** No further step follows. */
  readonly ended: boolean;
  readonly notices?: ReactNode;
  readonly acts: readonly DeskAct[];
  readonly checks: readonly BatchCheck[];
  /** Facts next to its payments, under the checks. */
  readonly aside?: ReactNode;
  /** The payment that is open, in the place of checks and story. */
  readonly row: ReactNode;
  /** Its payments. */
  readonly children: ReactNode;
}

/** A batch of money or of coins: its figures, steps and acts, its payments, and what the system and people did with it. */
export function BatchFrame({
  id,
  figures,
  steps,
  ended,
  notices,
  acts,
  checks,
  aside,
  row,
  children,
}: BatchFrameProps) {
  // On a phone the payments come before the checks and steps.
  const narrow = useNarrow();
  const wide = useWide();
  const rail = <Steps steps={steps} ended={ended} />;
  const hasRow = row !== undefined;
  return (
    <>
      <FigureStrip framed figures={figures} />
      <LookingAt subject={id} />
      {!narrow && rail}
      {notices}
      <ActButtons acts={acts} />
      <div className={parts["split"]}>
        <div className={styles["row"]}>
          {children}
          {(hasRow || !wide) && !narrow && <Story id={id} />}
        </div>
        {row}
        {!hasRow && !narrow && (
          <div className={styles["row"]}>
            <BatchChecks checks={checks} />
            {aside}
            {wide && <Story id={id} />}
          </div>
        )}
      </div>
      {narrow && (
        <>
          <BatchChecks checks={checks} folded />
          {rail}
          {aside}
          <Story id={id} />
        </>
      )}
    </>
  );
}
