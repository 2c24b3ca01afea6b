import { signedUnits } from "../amount-text.ts";

/** An amount of an answer in smallest units, to be computed with exactly. @throws for a text that is none */
export function unitsOf(text: string | undefined, code: string): bigint {
  const units = text === undefined ? undefined : signedUnits(text, code);
  if (units === undefined) throw new Error(`${text} is no amount of ${code}`);
  return units;
}
