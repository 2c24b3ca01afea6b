import { DomainError } from "@wattle/contracts/errors";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { RequestContext } from "./context.ts";
import { errorBody, guest, router, signedIn } from "./procedures.ts";
import { callProcedure, procedureFacts, procedureNames } from "./trpc-internals.ts";

const numberText = z.string().regex(/^\d+$/, "not a number").transform(Number);
const input = z.object({ amount: numberText });
const output = z.object({ amount: z.number().max(99) });

const testRouter = router({
  plain: guest.query(() => "an answer"),
  silent: guest.mutation(() => undefined),
  noun: router({
    double: guest
      .meta({ token: "trade", errors: ["not_found"] })
      .input(input)
      .output(output)
      .mutation(({ input: { amount } }) => ({ amount: 2 * amount, hidden: "not in the schema" })),
    refuse: guest.query(() => {
      throw DomainError.at("email", "email_taken");
    }),
    fail: guest.query(() => {
      throw new RangeError("no one foresaw this");
    }),
    own: signedIn.query(({ ctx }) => ctx.user.id),
    steps: guest
      .use(({ next, ctx }) => next({ ctx: { trail: [ctx.requestId, "first"] } }))
      .use(({ next, ctx }) => next({ ctx: { trail: [...ctx.trail, "second"] } }))
      .input(input)
      .use(({ next, ctx, input: { amount } }) => next({ ctx: { trail: [...ctx.trail, `saw ${amount}`] } }))
      .query(({ ctx, input: { amount } }) => [...ctx.trail, amount]),
  }),
});

const context = (user: Partial<RequestContext["user"]> | null): RequestContext =>
  ({
    services: { config: { STAFF_SECOND_FACTOR: "optional" }, markets: () => Promise.resolve({}) },
    user,
    sessionId: null,
    proof: null,
    token: null,
    requestId: "request",
    ip: "192.0.2.1",
    userAgent: null,
    cookie: () => undefined,
    setCookie: () => undefined,
    markReplayed: () => undefined,
  }) as unknown as RequestContext;

type Outcome = { readonly data: unknown } | { readonly error: unknown };

const outcomeOf = (call: Promise<unknown>): Promise<Outcome> =>
  call.then(
    (data) => ({ data }),
    (error: unknown) => ({ error: errorBody(error, "request") }),
  );

/** Calls by tRPC's own caller. */
function callByTrpc(name: string, ctx: RequestContext, raw: unknown): Promise<unknown> {
  const [noun = "", verb] = name.split(".");
  const caller = testRouter.createCaller(ctx) as unknown as Record<string, Record<string, unknown>>;
  const procedure = (verb === undefined ? caller[noun] : caller[noun]?.[verb]) as unknown as (
    raw: unknown,
  ) => Promise<unknown>;
  return procedure(raw);
}

describe("callProcedure does what tRPC's own caller does", () => {
  const user = { id: "user", status: "verified" } as const;

  test.each<[string, string, unknown, Partial<RequestContext["user"]> | null, Outcome]>([
    ["no input", "plain", undefined, null, { data: "an answer" }],
    ["input that is not wanted", "plain", { any: 1 }, null, { data: "an answer" }],
    ["no answer", "silent", undefined, null, { data: undefined }],
    ["schemas change what goes in and out", "noun.double", { amount: "21" }, null, { data: { amount: 42 } }],
    [
      "a refused input",
      "noun.double",
      { amount: "two" },
      null,
      { error: expect.objectContaining({ code: "validation_failed", errors: { amount: ["not a number"] } }) },
    ],
    [
      "no input where one is wanted",
      "noun.double",
      undefined,
      null,
      { error: expect.objectContaining({ code: "validation_failed" }) },
    ],
    [
      "an answer that breaks its own schema",
      "noun.double",
      { amount: "50" },
      null,
      { error: expect.objectContaining({ code: "server_error" }) },
    ],
    [
      "a use case that refuses",
      "noun.refuse",
      undefined,
      null,
      { error: expect.objectContaining({ code: "email_taken" }) },
    ],
    [
      "an error that no one foresaw",
      "noun.fail",
      undefined,
      null,
      { error: expect.objectContaining({ code: "server_error" }) },
    ],
    [
      "a guard that refuses",
      "noun.own",
      undefined,
      null,
      { error: expect.objectContaining({ code: "unauthenticated" }) },
    ],
    ["a guard that lets in", "noun.own", undefined, user, { data: "user" }],
    [
      "steps that add to the context, before and after the input",
      "noun.steps",
      { amount: "7" },
      null,
      { data: ["request", "first", "second", "saw 7", 7] },
    ],
  ])("%s", async (_case, name, raw, who, wanted) => {
    const own = await outcomeOf(callProcedure(testRouter, name, context(who), raw));
    expect(own).toEqual(wanted);
    expect(own).toEqual(await outcomeOf(callByTrpc(name, context(who), raw)));
  });

  test("an unknown name is an error of ours, not an answer", async () => {
    await expect(callProcedure(testRouter, "noun.unknown", context(null), {})).rejects.toThrow(
      "no procedure is named noun.unknown",
    );
    await expect(callProcedure(testRouter, "toString", context(null), {})).rejects.toThrow("no procedure");
  });
});

describe("what tRPC knows of a procedure", () => {
  test("names, in the router's order", () => {
    expect(procedureNames(testRouter)).toEqual(
      ["plain", "silent"].concat(["double", "refuse", "fail", "own", "steps"].map((verb) => `noun.${verb}`)),
    );
  });

  test("type, meta and the very schemas it was made with", () => {
    const facts = procedureFacts(testRouter, "noun.double");
    expect(facts.type).toBe("mutation");
    expect(facts.meta).toMatchObject({ token: "trade", errors: ["not_found"] });
    expect(facts.input).toBe(input);
    expect(facts.output).toBe(output);
  });

  test("that one takes nothing and promises no answer", () => {
    expect(procedureFacts(testRouter, "plain")).toMatchObject({
      type: "query",
      input: undefined,
      output: undefined,
    });
  });
});
