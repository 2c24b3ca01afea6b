import { JsonNumber } from "@wattle/contracts/money";
import { parseJsonBody } from "../json-body.ts";
import { ChainNodeError } from "./chain-node.ts";

/** Asks one method of a node. Numbers in the result are `JsonNumber`s, as they were written. @throws ChainNodeError */
export type AskNode = (method: string, params?: readonly unknown[], maxBytes?: number) => Promise<unknown>;

const LONGEST_MILLISECONDS = 30_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const LONGEST_REASON = 200;
/** Bitcoin Core's code while it starts. */
const WARMING_UP = "-28";

interface RpcParts {
  readonly fetch: typeof globalThis.fetch;
  readonly milliseconds?: number;
  /** Nodes of Bitcoin speak the first, those of Ethereum only the second. */
  readonly version?: "1.0" | "2.0";
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

function parse(text: string, status: number): Readonly<Record<string, unknown>> {
  try {
    const answer = parseJsonBody(text);
    if (isRecord(answer)) return answer;
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

/**
 * A client of JSON-RPC over HTTP.
 * @param address with user and password in it, which are sent as a header and never appear in an error
 */
export function createJsonRpc(
  address: string,
  { fetch, milliseconds = LONGEST_MILLISECONDS, version = "1.0" }: RpcParts,
): AskNode {
  const url = new URL(address);
  const login = [url.username, url.password].map(decodeURIComponent).join(":");
  [url.username, url.password] = ["", ""];
  const headers = {
    "content-type": "application/json",
    ...(login === ":" ? {} : { authorization: `Basic ${Buffer.from(login).toString("base64")}` }),
  };
  let asked = 0;
  return async (method, params = [], maxBytes = MAX_ANSWER_BYTES) => {
    const id = `${++asked}`;
    try {
      const response = await fetch(url, {
        method: "POST",
        headers,
        body: JSON.stringify({ jsonrpc: version, id, method, params }),
        redirect: "error",
        signal: AbortSignal.timeout(milliseconds),
      });
      if (response.status === 401 || response.status === 403) {
        await response.body?.cancel();
        throw new ChainNodeError("login", `HTTP status ${response.status}`);
      }
      const answer = parse(await readAll(response, maxBytes), response.status);
      if (answer["id"] !== id) throw new ChainNodeError("garbage", "the answer is to another question");
      const refusal = refusalIn(answer);
      if (refusal !== undefined) throw refusal;
      return answer["result"];
    } catch (error) {
      throw error instanceof ChainNodeError ? error : networkFailure(error);
    }
  };
}
