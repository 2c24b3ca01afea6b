/**
 * Sumsub (docs.sumsub.com): requests signed with the app token's secret, "Generate external WebSDK link", "Get applicant data by
 * externalUserId", and webhooks with `x-payload-digest`. Written from the documents and tested against a stand-in of these calls; no one
 * has proven it against the live service yet.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import type { FastifyBaseLogger } from "fastify";
import { z } from "zod";
import { readText } from "../prices/fetch-answer.ts";
import type { IdentityProvider, ProviderOutcome } from "./provider.ts";

const TIMEOUT_MILLISECONDS = 10_000;
const LARGEST_ANSWER_BYTES = 1024 * 1024;
const LINK_SECONDS = 1800;
/** Hosts of the links: the first as documented, the second as the service gives them today. */
const LINK_HOSTS: readonly string[] = ["api.sumsub.com", "in.sumsub.com"];
/** The webhook's algorithms. SHA-1 is documented, too, and taken from no one. */
const DIGESTS: ReadonlyMap<string, string> = new Map([
  ["HMAC_SHA256_HEX", "sha256"],
  ["HMAC_SHA512_HEX", "sha512"],
]);

const short = (most: number) =>
  z
    .string()
    .nullish()
    .transform((text) => (text ?? "").slice(0, most));

const linkAnswer = z.object({ url: z.string() });

const applicant = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/),
  externalUserId: z.string(),
  /** A profile that the firm has made inactive is as if it never existed. */
  deleted: z.boolean().nullish(),
  info: z
    .object({
      firstName: short(200),
      middleName: short(200),
      lastName: short(200),
      dob: short(10),
      idDocs: z.array(z.object({ idDocType: short(40), country: short(3), number: short(100) })).nullish(),
    })
    .nullish(),
  review: z.object({
    reviewId: short(64),
    attemptId: short(64),
    reviewDate: short(64),
    levelName: short(100),
    reviewStatus: z.string(),
    reviewResult: z
      .object({
        reviewAnswer: z.string().nullish(),
        reviewRejectType: z.string().nullish(),
        rejectLabels: z.array(z.string()).nullish(),
      })
      .nullish(),
  }),
});
type Applicant = z.output<typeof applicant>;

const webhookBody = z.object({ externalUserId: z.string().min(1).max(100) });

/** `X-App-Access-Sig`: lower-case hex of HMAC-SHA256 over time, method, path with query, and body. */
const signatureOf = (secret: string, seconds: string, method: string, path: string, body: string) =>
  createHmac("sha256", secret)
    .update(seconds + method + path + body)
    .digest("hex");

/** An answer counts once the review is completed, and for the level that this installation asks for. */
function judge({ reviewStatus, reviewResult, levelName }: Applicant["review"], level: string) {
  const labels = (reviewResult?.rejectLabels ?? []).slice(0, 20).map((label) => label.slice(0, 60));
  if (reviewStatus === "init") return { state: "started", labels: [] } as const;
  const answer = reviewResult?.reviewAnswer;
  if (reviewStatus !== "completed" || answer == null) return { state: "checking", labels: [] } as const;
  if (levelName !== level)
    return { state: "declined", labels: [...labels, `Other level: ${levelName}`] } as const;
  if (answer === "GREEN") return { state: "approved", labels } as const;
  const mayRetry = answer === "RED" && reviewResult?.reviewRejectType === "RETRY";
  return { state: mayRetry ? "retry" : "declined", labels } as const;
}

function outcomeOf({ id, info, review }: Applicant, level: string): ProviderOutcome {
  const { state, labels } = judge(review, level);
  const [document] = info?.idDocs ?? [];
  return {
    applicantId: id,
    state,
    review: [review.reviewId, review.attemptId, review.reviewDate].join(":"),
    found: {
      name: [info?.firstName, info?.middleName, info?.lastName].filter(Boolean).join(" "),
      birth_date: info?.dob ?? "",
      document: [document?.idDocType, document?.country].filter(Boolean).join(", "),
      document_number: document?.number ?? "",
      labels,
    },
  };
}

export interface SumsubParts {
  readonly url: string;
  readonly appToken: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** The level that customers are checked by. */
  readonly level: string;
  readonly now: () => number;
  readonly log: Pick<FastifyBaseLogger, "warn">;
}

/** Words of the log for an answer that is of no use. The customer reads only that we cannot check now. */
const awayBy =
  ({ log }: Pick<SumsubParts, "log">) =>
  (why: string): DomainError => {
    log.warn({ provider: "sumsub", why }, "the identity provider gave no usable answer");
    return new DomainError("service_unavailable", { message: OWN_MESSAGES.identityAway });
  };

/** Makes signed calls. */
function createCalls({ url, appToken, secretKey, now, log }: SumsubParts) {
  const away = awayBy({ log });
  /** @returns the answer's JSON; undefined if there is no such thing */
  return async function call(method: "GET" | "POST", path: string, body = ""): Promise<unknown> {
    const seconds = String(Math.floor(now() / 1000));
    let response: Response;
    let text: string;
    try {
      response = await fetch(url + path, {
        method,
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
        headers: {
          accept: "application/json",
          "content-type": "application/json",
          "x-app-token": appToken,
          "x-app-access-ts": seconds,
          "x-app-access-sig": signatureOf(secretKey, seconds, method, path, body),
        },
        ...(method === "POST" && { body }),
      });
      text = await readText(response, LARGEST_ANSWER_BYTES);
    } catch (error) {
      throw away(error instanceof Error ? error.name : "no connection");
    }
    if (response.status === 404) return undefined;
    if (!response.ok) throw away(`status ${response.status}`);
    try {
      return JSON.parse(text);
    } catch {
      throw away("no JSON");
    }
  };
}

export function createSumsub(parts: SumsubParts): IdentityProvider {
  const { webhookSecret, level } = parts;
  const away = awayBy(parts);
  const call = createCalls(parts);

  return {
    name: "sumsub",
    async start(customerId) {
      const body = JSON.stringify({ levelName: level, userId: customerId, ttlInSecs: LINK_SECONDS });
      const answer = linkAnswer.safeParse(
        await call("POST", "/resources/sdkIntegrations/levels/-/websdkLink", body),
      );
      const link = answer.success && URL.canParse(answer.data.url) ? new URL(answer.data.url) : undefined;
      if (link?.protocol !== "https:" || !LINK_HOSTS.includes(link.host) || link.username !== "")
        throw away("the link leads elsewhere");
      return link.href;
    },
    async read(customerId) {
      const answer = await call(
        "GET",
        `/resources/applicants/-;externalUserId=${encodeURIComponent(customerId)}/one`,
      );
      if (answer === undefined) return undefined;
      const parsed = applicant.safeParse(answer);
      if (!parsed.success || parsed.data.externalUserId !== customerId) throw away("another form");
      return parsed.data.deleted === true ? undefined : outcomeOf(parsed.data, level);
    },
    hint({ body, header }) {
      const digest = DIGESTS.get(header("x-payload-digest-alg") ?? "HMAC_SHA256_HEX");
      const given = Buffer.from(header("x-payload-digest") ?? "", "hex");
      const expected = createHmac(digest ?? "sha256", webhookSecret)
        .update(body)
        .digest();
      if (digest === undefined || given.length !== expected.length || !timingSafeEqual(given, expected))
        throw new DomainError("unauthenticated", { message: OWN_MESSAGES.wrongSignature });
      try {
        const parsed = webhookBody.safeParse(JSON.parse(body.toString("utf8")));
        return parsed.success ? parsed.data.externalUserId : undefined;
      } catch {
        return undefined;
      }
    },
    staffPage: (applicantId) => `https://cockpit.sumsub.com/checkus#/applicant/${applicantId}/basicInfo`,
  };
}
