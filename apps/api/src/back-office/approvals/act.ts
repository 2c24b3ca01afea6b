/** What an act of staff is. */
import type { ErrorCode } from "@wattle/contracts/errors";
import type { InternalNote } from "@wattle/contracts/staff-texts";
import type { WriteTx } from "@wattle/db/database";
import type { z } from "zod";
import type { SignedInUser } from "../../access/admission.ts";
import type { MovedWorth } from "../../audit/people-needed.ts";
import type { Log, LogLine, Operator } from "../../audit/record-act.ts";
import type { RequestContext } from "../../context.ts";
import type { Letter, MailServices } from "../../mail/queue-mail.ts";
import type { Services } from "../../services.ts";
import type { PlannedChange } from "./changes.ts";

/** What acts of staff need: books, mail, markets, prices, limits, and what personal values are searched by. */
export type ActServices = MailServices &
  Pick<Services, "accountLimits" | "database" | "markets" | "rates" | "searchHashes">;

/** Who is behind a call, and what it was made with. */
export type StaffCall = RequestContext & { readonly user: SignedInUser };

type Lines = LogLine | readonly LogLine[];

/** What an act is about to do, as it was found in the transaction that does it. */
export interface Plan<Done> {
  /**
   * What it is about: `deposit AAAA-BBBB-CCCC of 0199…`. It is sealed with the audit log, so a customer is in it by identifier alone.
   * People read the email address in its place.
   */
  readonly subject: string;
  /** Identifier of the account it is about: a customer's, or that of a member of staff, who does not decide about it. */
  readonly customer?: string | undefined;
  /** What it changes, before and after: both people read this first. */
  readonly changes: readonly PlannedChange[];
  /** The email that someone gets once it is done. Both people read it before. */
  readonly mail?: Letter | undefined;
  /** What the audit log says once it is done. */
  readonly log: Lines | ((done: Done) => Lines);
  /** Does it, in the same transaction. @param log for lines that are known only while it is done */
  readonly run: (log: Log) => Promise<Done>;
}

/** The plan of an act that may need a second person. */
export interface ReviewedPlan<Done> extends Plan<Done> {
  /** Names of those whom it pays, as their banks know them. */
  readonly payees?: readonly string[];
  /** Identifier of what it is done to, where that can be done once: while a request for it waits there is no second one. */
  readonly once?: string;
  /** What the second person reads before deciding. */
  readonly details: Readonly<Record<string, string | InternalNote | undefined>>;
  /** What of the subject must be as it was when the second person decides, in words. */
  readonly state: string;
  /** Why one person is not enough; none where one is. What `MONEY_ACTS` says of its worth is added to these. */
  readonly reasons: readonly string[];
  /** What it moves; null where that is no money. */
  readonly worth: MovedWorth;
}

export interface PlanCall<Known> {
  readonly services: ActServices;
  /** Who does it; who asked for it, where a second person approves. */
  readonly operator: Operator;
  readonly known: Known;
}

interface StaffAct<Input extends z.ZodType, Output extends z.ZodType, Known, Planned> {
  /** What it does, in words: `Credit a deposit`. */
  readonly title: string;
  /** Codes that it can answer in addition to those of its guard. */
  readonly errors?: readonly ErrorCode[];
  readonly token?: "none";
  /** Where the session of who asks has to be confirmed: a thief of an open one must not do it. */
  readonly confirmed?: true;
  readonly input: Input;
  readonly output: Output;
  /** What has to be known before the transaction: prices. */
  readonly look?: (services: ActServices, input: z.output<Input>) => Promise<Known>;
  /** Judges it, and changes nothing. @throws DomainError where it cannot be done */
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
