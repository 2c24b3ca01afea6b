import type { AnyTRPCRouter, TRPCMutationProcedure, TRPCQueryProcedure } from "@trpc/server";
import type { components } from "./openapi.gen.ts";

/** A procedure that reads. */
export type Query<Input, Output> = TRPCQueryProcedure<{ meta: unknown; input: Input; output: Output }>;
/** A procedure that changes something. */
export type Mutation<Input, Output> = TRPCMutationProcedure<{ meta: unknown; input: Input; output: Output }>;

/** The `data` of a refused call's error: the body that REST answers, with its HTTP status. */
export interface ErrorData extends Omit<components["schemas"]["Error"], "errors"> {
  httpStatus: number;
  path: string | undefined;
  /** Texts by the input's own path, such as `user.first_name`. */
  errors?: Readonly<Record<string, readonly string[]>> | undefined;
}

interface Types {
  ctx: object;
  meta: object;
  errorShape: { message: string; code: number; data: ErrorData };
  transformer: false;
}

type Definition = AnyTRPCRouter["_def"];

/** The type of a router with these procedures, written by names that every version of tRPC 11 has. */
export type RouterOf<Procedures> = Omit<AnyTRPCRouter, "_def"> & {
  _def: Omit<Definition, "_config" | "procedures" | "record"> & {
    _config: Omit<Definition["_config"], "$types"> & { $types: Types };
    procedures: Procedures;
    record: Procedures;
  };
};
