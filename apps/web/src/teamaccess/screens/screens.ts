import { approvals } from "./approvals.ts";
import type { DeskScreen } from "./desk-screen.ts";
import { today } from "./today.ts";

/** Every screen of the desk, in the order of the navigation. */
export const SCREENS: readonly DeskScreen[] = [today, approvals];
