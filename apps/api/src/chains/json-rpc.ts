import { JsonNumber } from "@wattle/contracts/money";
import type { z } from "zod";
import { parseJsonBody } from "../json-body.ts";
import { ChainNodeError } from "./chain-node.ts";

/** Asks one method of a node. Numbers in the result are `JsonNumber`s, as they were written. @throws ChainNodeError */
export type AskNode = (method: string, params?: readonly unknown[], maxBytes?: number) => Promise<unknown>;

const LONGEST_MILLISECONDS = 30_000;
const MAX_ANSWER_BYTES = 64 * 1024;
/** Bytes of one answer of a batch. */
const MAX_BATCHED_BYTES = 512;
const LONGEST_REASON = 200;
/** Bitcoin Core's code while it starts. */
const WARMING_UP = "-28";

interface RpcParts {
  readonly fetch: typeof globalThis.fetch;
  readonly milliseconds?: number;
  /** Nodes of Bitcoin speak the first, those of Ethereum only the second. */
  readonly version?: "1.0" | "2.0";
}

/** A result in the form that its method answers in. @throws ChainNodeError */
export function readAnswer<S extends z.ZodType>(schema: S, method: string, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new ChainNodeError("garbage", `the answer to ${method} has another form`);
  return parsed.data;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

async function readAll(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new ChainNodeError("garbage", "the answer is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parse(text: string, status: number): unknown {
  try {
    const answer = parseJsonBody(text);
    if (typeof answer === "object" && answer !== null) return answer;
  } catch {
    // Told below.
  }
  if (status === 200) throw new ChainNodeError("garbage", "the answer is no JSON object");
  throw new ChainNodeError("unreachable", `HTTP status ${status}`);
}

/** The node's refusal, if the answer is one. */
function refusalIn({ error }: Readonly<Record<string, unknown>>): ChainNodeError | undefined {
  if (error === undefined || error === null) return undefined;
  const { code, message } = isRecord(error) ? error : {};
  const number = code instanceof JsonNumber ? code.source : undefined;
  const said = typeof message === "string" ? message.replaceAll(/\p{Cc}+/gu, " ") : "no reason";
  const failure = number === WARMING_UP ? "unreachable" : "refused";
  return new ChainNodeError(failure, said.slice(0, LONGEST_REASON), number);
}

/** Errors of fetch repeat the address, which has the password: only their code is passed on. */
function networkFailure(error: unknown): ChainNodeError {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = isRecord(cause) || cause instanceof Error ? Reflect.get(cause, "code") : undefined;
  const isTimeout = error instanceof Error && error.name === "TimeoutError";
  return new ChainNodeError(
    "unreachable",
    `no answer (${isTimeout ? "too late" : typeof code === "string" ? code : "connection failed"})`,
  );
}

/** Posts a body to a node. @param address with user and password in it, which are sent as a header and never appear in an error */
function createPost(
  address: string,
  { fetch, milliseconds = LONGEST_MILLISECONDS }: RpcParts,
): (body: unknown, maxBytes: number) => Promise<unknown> {
  const url = new URL(address);
  const login = [url.username, url.password].map(decodeURIComponent).join(":");
  [url.username, url.password] = ["", ""];
  const headers = {
    "content-type": "application/json",
    ...(login === ":" ? {} : { authorization: `Basic ${Buffer.from(login).toString("base64")}` }),
  };
  return async (body, maxBytes) => {
    try {
      const response = await fetch(url, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
        redirect: "error",
        signal: AbortSignal.timeout(milliseconds),
      });
      if (response.status === 401 || response.status === 403) {
        await response.body?.cancel();
        throw new ChainNodeError("login", `HTTP status ${response.status}`);
      }
      return parse(await readAll(response, maxBytes), response.status);
    } catch (error) {
      throw error instanceof ChainNodeError ? error : networkFailure(error);
    }
  };
}

/** A client of JSON-RPC over HTTP. @param address may have a user and password in it */
export function createJsonRpc(address: string, parts: RpcParts): AskNode {
  const post = createPost(address, parts);
  const { version = "1.0" } = parts;
  let asked = 0;
  return async (method, params = [], maxBytes = MAX_ANSWER_BYTES) => {
    const id = `${++asked}`;
    const answer = await post({ jsonrpc: version, id, method, params }, maxBytes);
    if (!isRecord(answer)) throw new ChainNodeError("garbage", "the answer is no JSON object");
    const refusal = refusalIn(answer);
    if (answer["id"] !== id)
      throw refusal ?? new ChainNodeError("garbage", "the answer is to another question");
    if (refusal !== undefined) throw refusal;
    return answer["result"];
  };
}

/** Asks one method many times at once, as one batch (JSON-RPC 2.0). Results are in the order of the questions. @throws ChainNodeError */
export type AskMany = (method: string, params: readonly (readonly unknown[])[]) => Promise<unknown[]>;

export function createBatchRpc(address: string, parts: RpcParts): AskMany {
  const post = createPost(address, parts);
  return async (method, params) => {
    const questions = params.map((each, at) => ({ jsonrpc: "2.0", id: `${at}`, method, params: each }));
    const answers = await post(questions, MAX_ANSWER_BYTES + questions.length * MAX_BATCHED_BYTES);
    const found = new Map<unknown, unknown>();
    for (const answer of Array.isArray(answers) ? answers : [answers]) {
      if (!isRecord(answer)) throw new ChainNodeError("garbage", "the answer is no JSON object");
      const refusal = refusalIn(answer);
      if (refusal !== undefined) throw refusal;
      found.set(answer["id"], answer["result"]);
    }
    return questions.map(({ id }) => {
      if (found.has(id)) return found.get(id);
      throw new ChainNodeError("garbage", "a question of a batch has no answer");
    });
  };
}
