import type { AnyTRPCMutationProcedure } from "@trpc/server";
import type { StaffProcedure } from "@wattle/contracts/staff-access";
import { staff } from "../procedures.ts";
import type { ProcedureNameOf } from "../trpc-internals.ts";
import { byHand, type Decided } from "./approvals/reviewed-act.ts";
import type { deskRouter } from "./desk.router.ts";

type Act = `ops.${ProcedureNameOf<typeof deskRouter>}`;
type Names<T extends string> = Readonly<Record<T, true>>;

// Each act has a row in the table of roles, and each row an act. If one is missing, this does not compile.
export const actsWithoutRow: Names<Exclude<Act, StaffProcedure>> = {};
export const rowsWithoutAct: Names<Exclude<StaffProcedure, Act>> = {};

/** The names of the mutations in a router's record that do not say how many people they need. */
type Undecided<Routes> = {
  [Key in keyof Routes & string]: Routes[Key] extends AnyTRPCMutationProcedure
    ? Routes[Key] extends Decided
      ? never
      : Key
    : Routes[Key] extends (...args: never[]) => unknown
      ? never
      : `${Key}.${Undecided<Routes[Key]>}`;
}[keyof Routes & string];

// Each mutation is made by `alone`, `reviewed` or `byHand`. If one is not, this does not compile.
export const undecidedActs: Names<Undecided<(typeof deskRouter)["_def"]["record"]>> = {};

// It sees one that is not.
const bare = staff.mutation(() => undefined);
export const found: Names<Undecided<{ things: { make: typeof bare } }>> = { "things.make": true };
const decided = byHand(bare);
export const fine: Names<Undecided<{ things: { make: typeof decided } }>> = {};
