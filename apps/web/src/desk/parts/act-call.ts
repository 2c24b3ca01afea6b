import type { inferRouterInputs } from "@trpc/server";
import type { AppRouter } from "@wattle/api/router";

type Inputs = inferRouterInputs<AppRouter>["ops"];

/** A staff act by its procedure's name, with its input: it can be previewed, and done. */
export interface ActCall {
  readonly act: string;
  readonly input: unknown;
}

export const actCall = <Room extends keyof Inputs, Verb extends keyof Inputs[Room] & string>(
  act: `ops.${Room}.${Verb}`,
  input: Inputs[Room][Verb],
): ActCall => ({ act, input });
