import type { ApprovedRecord, AwaitingApproval } from "@wattle/contracts/approvals";
import type { PlanCall, ReviewedAct } from "../desk/approvals/act.ts";
import { perform } from "../desk/approvals/perform.ts";
import type { Operator } from "../audit/record-act.ts";
import type { Services } from "../services.ts";
import type { z } from "zod";
import type { TestApp } from "./app-for-test.ts";
import { mutate, type Called } from "./call-procedure.ts";
import type { TestClient } from "./client.ts";
import { newStaff } from "./new-staff.ts";
import { runOps, type OpsOutcome } from "./run-ops.ts";
import { PASSWORD } from "./visitor.ts";

interface SecondPerson {
  readonly client: TestClient;
  readonly email: string;
}
const seconds = new WeakMap<TestApp, Promise<SecondPerson>>();

/** A second admin of the installation; the same one each time. */
export function secondPerson(app: TestApp): Promise<SecondPerson> {
  const known = seconds.get(app) ?? newStaff(app, "admin");
  seconds.set(app, known);
  return known;
}

/** Has the second admin approve a request, who logs in again where the test's clock has ended the session. */
async function approveAsSecond(app: TestApp, id: string): Promise<Called<ApprovedRecord>> {
  const { client, email } = await secondPerson(app);
  const approve = () => mutate<ApprovedRecord>(client, "ops.approvals.approve", { id });
  const answer = await approve();
  if (answer.code !== "unauthenticated") return answer;
  await client.login(email, PASSWORD);
  return approve();
}

/**
 * Calls an act of staff as `mutate` does. If it waits for a second person, one approves it at once, and the answer is
 * that of the act. @throws if it could not be done
 */
export async function mutateByTwo<T = unknown>(
  app: TestApp,
  client: TestClient,
  procedure: string,
  input: unknown,
): Promise<Called<T>> {
  const asked = await mutate<T | AwaitingApproval>(client, procedure, input);
  const waiting = asked.data as AwaitingApproval | undefined;
  if (waiting?.outcome !== "awaiting_approval") return asked as Called<T>;
  const approved = await approveAsSecond(app, waiting.approval.id);
  // The same request was made, and approved, at the same moment.
  if (approved.code === "state_conflict") return mutate<T>(client, procedure, input);
  if (approved.data?.status !== "approved") {
    throw new Error(`${procedure} was not approved: ${JSON.stringify(approved)}`);
  }
  return { ...approved, data: approved.data.result as T };
}

/** As `mutateByTwo`, from the command line: the answer is that of `approvals approve` where a second person was needed. */
export async function runOpsByTwo(app: TestApp, words: readonly string[]): Promise<OpsOutcome> {
  const asked = await runOps(app, words);
  const id = /waiting for a second person\s+approval\s+(\S+)/.exec(asked.out)?.[1];
  if (id === undefined) return asked;
  const { email } = await secondPerson(app);
  return runOps(app, ["approvals", "approve", id, "--as", email]);
}

/** Does an act without asking anyone, as demo data and tests of only the act do. */
export async function runAct<Input extends z.ZodType, Output extends z.ZodObject, Known>(
  services: Services,
  operator: Operator,
  act: ReviewedAct<Input, Output, Known>,
  input: z.output<Input>,
): Promise<z.output<Output>> {
  const known = await act.look?.(services, input, operator);
  const call = { services, operator, known } as PlanCall<Known>;
  return services.database.write(async (tx) =>
    perform(tx, services, operator, await act.plan(tx, call, input)),
  );
}
