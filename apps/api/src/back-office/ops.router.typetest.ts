import type { StaffProcedure } from "../access/staff-access.ts";
import type { ProcedureNameOf } from "../trpc-internals.ts";
import type { opsRouter } from "./ops.router.ts";

type Act = `ops.${ProcedureNameOf<typeof opsRouter>}`;
type Names<T extends string> = Readonly<Record<T, true>>;

// Each act has a row in the table of who may, and each row an act: where one is missing, this does not compile.
export const actsWithoutRow: Names<Exclude<Act, StaffProcedure>> = {};
export const rowsWithoutAct: Names<Exclude<StaffProcedure, Act>> = {};
