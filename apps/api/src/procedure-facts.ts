import type { AnyTRPCRouter } from "@trpc/server";
import type { z } from "zod";
import type { ProcedureMeta } from "./access/token-access.ts";

/** What can be known of a procedure without calling it. */
export interface ProcedureFacts {
  readonly type: "query" | "mutation";
  readonly meta: ProcedureMeta;
  /** Undefined for one that takes nothing. */
  readonly input: z.ZodType | undefined;
  /** Undefined for one that answers nothing. */
  readonly output: z.ZodType | undefined;
}

interface Definition {
  readonly type: string;
  readonly meta?: ProcedureMeta;
  readonly inputs: readonly z.ZodType[];
  readonly output?: z.ZodType;
}

/** Reads a procedure from tRPC's definitions, as only `call-procedure` does besides. @throws for a name that no procedure has */
export function procedureFacts(router: AnyTRPCRouter, name: string): ProcedureFacts {
  const procedures: Readonly<Record<string, { readonly _def: Definition }>> = router._def.procedures;
  const definition = Object.hasOwn(procedures, name) ? procedures[name]?._def : undefined;
  if (definition === undefined) throw new Error(`no procedure is named ${name}`);
  if (definition.inputs.length > 1) throw new Error(`${name} has several input schemas; give it one`);
  return {
    type: definition.type === "query" ? "query" : "mutation",
    meta: definition.meta ?? {},
    input: definition.inputs[0],
    output: definition.output,
  };
}

/** The names of all procedures, `noun.verb`, in the router's order. */
export function procedureNames(router: AnyTRPCRouter): string[] {
  return Object.keys(router._def.procedures);
}
