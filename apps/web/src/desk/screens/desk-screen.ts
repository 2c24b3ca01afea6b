import type { StaffProcedure } from "@wattle/contracts/staff-access";
import type { Queue } from "@wattle/contracts/today";
import type { DeskIcon } from "./desk-icons.tsx";

/** The headings of the navigation, in their order. */
export const SCREEN_GROUPS = ["Work", "Look up", "Compliance", "Books", "System"] as const;

/** A screen's place in the navigation. */
export interface DeskScreen {
  readonly to: string;
  readonly label: string;
  readonly group: (typeof SCREEN_GROUPS)[number];
  readonly icon: DeskIcon;
  /** `g` and this letter lead there; each letter is used once. */
  readonly letter: string;
  /** Those who may call this see it. */
  readonly needs: StaffProcedure;
  /** Queue of the screen. */
  readonly queue?: Queue;
  /** The view of the screen that has it, if that is not the first. */
  readonly view?: string;
}

/** Screen for the work of a queue. */
export const placeOf = ({ to, view }: DeskScreen): string => (view === undefined ? to : `${to}?view=${view}`);
