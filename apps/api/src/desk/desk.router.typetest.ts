import type { AnyTRPCMutationProcedure } from "@trpc/server";
import { anyStaff } from "../procedures.ts";
import { byHand, type Decided } from "./approvals/reviewed-act.ts";
import type { deskRouter } from "./desk.router.ts";

type Names<T extends string> = Readonly<Record<T, true>>;

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
const bare = anyStaff.mutation(() => undefined);
export const found: Names<Undecided<{ things: { make: typeof bare } }>> = { "things.make": true };
const decided = byHand(bare);
export const fine: Names<Undecided<{ things: { make: typeof decided } }>> = {};
