import { appendFileSync } from "node:fs";

/** The file that a trial's figures go to; set only by `npm run trial`. */
const FIGURES = process.env["TRIAL_FIGURES"];

/** Whether this is `npm run trial`, on a machine that does nothing else, and not `npm test`. */
export const IS_TRIAL = FIGURES !== undefined;

/** How often a test attacks what it is about: `few` times in `npm test`, `many` in `npm run trial`, or as often as that was asked for. */
export function attacks({ few, many }: { readonly few: number; readonly many: number }): number {
  return FIGURES === undefined ? few : Number(process.env["TRIAL_ATTACKS"] ?? many);
}

/** Notes what a trial has found, a line each. Says nothing in `npm test`. */
export function noteFigures(line: string): void {
  if (FIGURES !== undefined) appendFileSync(FIGURES, `${line}\n`);
}
