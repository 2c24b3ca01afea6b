/** The shape of an act of staff. */
import type { ErrorCode } from "@wattle/contracts/errors";
import type { InternalNote } from "@wattle/contracts/staff-texts";
import type { WriteTx } from "@wattle/db/database";
import type { z } from "zod";
import type { SignedInUser } from "../../access/admission.ts";
import type { ActRoles } from "../../access/token-access.ts";
import type { MovedWorth, Moves } from "../../audit/people-needed.ts";
import type { Log, LogLine, Operator } from "../../audit/record-act.ts";
import type { RequestContext } from "../../context.ts";
import type { Letter, MailServices } from "../../mail/queue-mail.ts";
import type { Services } from "../../services.ts";
import type { PlannedChange } from "./changes.ts";
import type { Reads } from "./reads.ts";

/** Services of acts: books, mail, markets, prices, limits, and the hashes that find personal values. */
export type ActServices = MailServices &
  Pick<
    Services,
    | "accountLimits"
    | "database"
    | "identityProvider"
    | "markets"
    | "networks"
    | "rates"
    | "searchHashes"
    | "signingKeys"
    | "switches"
    | "venue"
  >;

/** The caller and the call. */
export type StaffCall = RequestContext & { readonly user: SignedInUser };

type Lines = LogLine | readonly LogLine[];

/** An act that is about to happen, as found in the transaction that does it. */
export interface Plan<Done> {
  /**
   * The subject: `deposit AAAA-BBBB-CCCC of 0199…`. It is sealed with the audit log, so it names a customer by
   * identifier only. People read the email address in its place.
   */
  readonly subject: string;
  /** Identifier of the account it is about: a customer's, or that of a member of staff, who does not decide about it. */
  readonly customer?: string | undefined;
  /** Changes, before and after. Both people read this first. */
  readonly changes: readonly PlannedChange[];
  /** The email that someone gets once it is done. Both people read it before. */
  readonly mail?: Letter | undefined;
  /** Text that the customer reads, if it is no `mail` of the plan, such as a refusal. Both people read it before. */
  readonly reads?: Reads | undefined;
  /** Lines of the audit log once it is done. */
  readonly log: Lines | ((done: Done) => Lines);
  /** Does it, in the same transaction. @param log for lines that are known only while it is done */
  readonly run: (log: Log) => Promise<Done>;
}

/** The plan of an act that may need a second person. */
export interface ReviewedPlan<Done> extends Plan<Done> {
  /** Parts of it that need a look, as a sentence of the second person's email. */
  readonly looks?: string | undefined;
  /** Names of those whom it pays, as their banks know them. */
  readonly payees?: readonly string[];
  /**
   * Identifier of what it is done to, if that can be done once: while a request for it waits there is no second one.
   */
  readonly once?: string;
  /** Shown to the second person before the decision. */
  readonly details: Readonly<Record<string, string | InternalNote | undefined>>;
  /** State that must not change before the decision, in words. */
  readonly state: string;
  /** Reasons why one person is not enough; empty if one is. `moves` adds those about its worth. */
  readonly reasons: readonly string[];
  /** The worth that it moves; null if it moves no money. */
  readonly worth: MovedWorth;
}

/** Whether an act may need a second person, by its plan. */
export const isReviewed = (plan: Plan<unknown>): plan is ReviewedPlan<unknown> => "reasons" in plan;

export interface PlanCall<Known> {
  readonly services: ActServices;
  /** The member of staff who acts, or who asked if a second person approves. */
  readonly operator: Operator;
  readonly known: Known;
}

interface StaffAct<Input extends z.ZodType, Output extends z.ZodType, Known, Planned> {
  /** Title in words: `Credit a deposit`. */
  readonly title: string;
  readonly roles: ActRoles;
  /** Set if it is about money. The command line asks before it does one. */
  readonly moves?: Moves;
  /** Codes that it can answer in addition to those of its guard. */
  readonly errors?: readonly ErrorCode[];
  readonly token?: "none";
  /** Requires a confirmed session: a thief of an open one must not do it. */
  readonly confirmed?: true;
  readonly input: Input;
  readonly output: Output;
  /** Reads what must be known before the transaction: prices. */
  readonly look?: (services: ActServices, input: z.output<Input>, operator: Operator) => Promise<Known>;
  /** Judges it, and changes nothing. @throws DomainError if it cannot be done */
  readonly plan: (tx: WriteTx, call: PlanCall<Known>, input: z.output<Input>) => Promise<Planned>;
  /** Runs once it is done, with what was answered. */
  readonly after?: (ctx: StaffCall, input: z.output<Input>, done: z.output<Output>) => void | Promise<void>;
}

/** An act for which one person is always enough. */
export type SoloAct<Input extends z.ZodType, Output extends z.ZodType, Known = undefined> = StaffAct<
  Input,
  Output,
  Known,
  Plan<z.output<Output>>
>;

/** An act that may need a second person. */
export type ReviewedAct<Input extends z.ZodType, Output extends z.ZodObject, Known = undefined> = StaffAct<
  Input,
  Output,
  Known,
  ReviewedPlan<z.output<Output>>
>;

/** An act without its types, as it is found by its procedure's name. */
export type AnyAct = StaffAct<z.ZodType, z.ZodType, unknown, Plan<unknown>>;
export type AnyReviewedAct = StaffAct<z.ZodType, z.ZodObject, unknown, ReviewedPlan<unknown>>;
