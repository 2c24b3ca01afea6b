import type { MoneyModel } from "./model.ts";
import { textOf, type Verdict } from "./things.ts";
import type { World } from "./world.ts";

/** The model's outcome, then the real one; undefined if there is nothing to act on. */
export type Verdicts = readonly [expected: Verdict, actual: Verdict] | undefined;
/** An act on both. Things are picked by a number, whatever there is. */
export type Act = (model: MoneyModel, world: World) => Promise<Verdicts>;

/** One of a list, and its place. */
export function pick<T>(list: readonly T[], which: number): readonly [thing: T, place: number] | undefined {
  const place = which % Math.max(1, list.length);
  const thing = list[place];
  return thing === undefined ? undefined : [thing, place];
}

/** One that fits; one time in four any, so that refusals are tried as well. */
export function pickWhere<T>(list: readonly T[], which: number, fits: (thing: T) => boolean) {
  const [thing] = pick(which % 4 === 0 ? list : list.filter(fits), which) ?? [];
  return thing === undefined ? undefined : ([thing, list.indexOf(thing)] as const);
}

export const aud = (units: bigint): string => textOf(units, "AUD");

/** Deposits that have a reference. */
const announced = (model: MoneyModel) => model.deposits.filter(({ planned }) => planned !== undefined);

export function pickDeposit(
  model: MoneyModel,
  world: World,
  which: number,
  fits: (status: string) => boolean,
) {
  const [deposit] = pickWhere(announced(model), which, ({ status }) => fits(status)) ?? [];
  const made = deposit && world.deposits[model.deposits.indexOf(deposit)];
  return made === undefined || deposit === undefined ? undefined : { deposit, ...made };
}

/** Keeps places for deposits that an act has made without anyone announcing them. */
export function followed(
  model: MoneyModel,
  world: World,
  actual: Verdict,
  expected: () => Verdict,
): Verdicts {
  const verdict = expected();
  while (world.deposits.length < model.deposits.length) world.deposits.push(undefined);
  return [verdict, actual];
}

export async function both(
  actual: Promise<Verdict>,
  expected: () => Verdict,
): Promise<readonly [Verdict, Verdict]> {
  const answered = await actual;
  return [expected(), answered];
}
