import type { AnyTRPCRouter } from "@trpc/server";
import type { Brand } from "@wattle/contracts/brand";
import { ERRORS, type ErrorBody, type ErrorCode } from "@wattle/contracts/errors";
import { idempotencyKey } from "@wattle/contracts/exchange";
import { withOauthError } from "../http/oauth-error.ts";
import { fieldErrors } from "../procedures.ts";
import type { TokenAccess } from "../access/token-access.ts";
import { withFieldTexts, withOperationTexts } from "./describe-fields.ts";
import { HEALTH_OPERATIONS } from "./health-operations.ts";
import { REQUEST_EXAMPLES, RESPONSE_EXAMPLES } from "./examples.ts";
import {
  propertiesOf,
  requiredOf,
  SchemaComponents,
  withoutProperties,
  withTrueRequired,
  type JsonSchema,
} from "./json-schemas.ts";
import { procedureFacts, type ProcedureFacts } from "../trpc-internals.ts";
import { isPlainFile, PRICE_STREAM, type RestRoute, type RestTag } from "./routes.ts";

interface Example {
  readonly summary?: string;
  readonly value: unknown;
}

export interface MediaType {
  readonly schema: JsonSchema;
  readonly examples?: Readonly<Record<string, Example>>;
}

interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, JsonSchema>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

const FORM = "application/x-www-form-urlencoded";

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly RestTag[];
  readonly summary: string;
  readonly description: string;
  /**
   * Scope that a token needs: for a body of several kinds, by its kind. Absent where every token will do, or none does.
   */
  readonly "x-token-scope"?: string | Readonly<Record<string, string>>;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly required: true;
    readonly content: Readonly<
      Record<"application/json", MediaType> & Partial<Record<typeof FORM, MediaType>>
    >;
  };
  readonly responses: Readonly<Record<string, Response>>;
}

export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: Readonly<Record<string, unknown>> & { readonly title: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: RestTag; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  /** Requests that the installation makes to addresses of customers. */
  readonly webhooks: { readonly event: { readonly post: typeof RECEIVED_EVENT } };
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const TAGS: Readonly<Record<RestTag, string>> = {
  Market: "Currencies, prices, fees and held rates. Open to everyone.",
  Exchange: "Exchanges and the history of all transactions.",
  Money: "Deposits, withdrawals and the bank accounts of both sides.",
  Account: "Signing in, the own account and its password.",
  Events: "Events of the account, read or sent to an address of yours.",
  Partners: "Partners' view of the customers they brought.",
  Support: "Writing to the people behind the product.",
  Health: "For monitors: whether the installation works.",
};

const DESCRIPTION = `Everything a program needs to buy and sell.

**Signing in.** Send \`Authorization: Bearer wat_…\` with a personal API token, made in the dashboard under "API tokens". Browsers use the session cookie and echo the cookie \`XSRF-TOKEN\` in the header \`X-XSRF-TOKEN\` on every POST, PUT and DELETE.

**Credit and debit.** "Credit" is what you give, "debit" what you get: selling bitcoin credits BTC and debits AUD, a deposit credits what you pay in, a withdrawal debits what you are paid.

**Amounts** are decimal text at the currency's full precision (2 decimals for fiat, 8 for crypto). Requests take text or JSON numbers; more decimals than the currency has are refused, never rounded.

**Text** for people has only characters that can be seen: control and hidden characters are refused, and so is a text of nothing but spaces. What a field asks of another field or of the account is in its description.

**Times** are ISO 8601 in UTC with milliseconds; a rate's \`timestamp\` is in whole Unix seconds.

**Errors** are \`{message, code, errors?, request_id}\`. Rely on \`code\`; \`errors\` holds texts by the payload's own path.

**Two-step login and confirmation.** Where an account has two-step login, \`POST /login\` answers \`second_factor_required\` once the password is right; send the same again with \`second_factor\`. A passkey is both: hand what \`POST /login/passkey/options\` answers to the browser (\`parseRequestOptionsFromJSON\`), and what the browser answers to \`POST /login/passkey\`. With a session, a withdrawal and a bank account need a login or a confirmation (\`sessions.confirm\`) within the last five minutes: else \`confirmation_required\`. API tokens need none.

**Repeating.** Send an \`Idempotency-Key\` with each call that moves money, adds a bank account or writes to support: the same key and payload answers the first answer again, whatever happened in between, with the header \`Idempotency-Replayed: true\`. Keys are yours alone and are kept for good. A call that makes a token or a password takes none, since its answer is shown once.

**Naming calls.** Every answer has an \`X-Request-Id\`; send your own (letters, digits and \`_ . : + / = -\`, at most 128) to find a call in both logs.

**Pages elsewhere.** Browsers may call \`/api\` with a token from the sites that the installation allows (\`CORS_ORIGINS\`; none by default). Cookies never come along.

**Limits.** Each token, account or address has its own number of requests a minute: see the fields \`RateLimit\` and \`RateLimit-Policy\`, and \`Retry-After\` on a 429. Each call of a tRPC batch counts. Costly reads: with a long history (portfolio, history, statements, CSV files) an account has two at once; a few more wait, and the rest are a 429. Bodies are at most 64 KiB.

Unknown keys of a payload are ignored, unknown parameters of a query are refused, and answers may gain keys. An unknown path is a 404, a known one with another method a 405 with \`Allow\`, both as JSON.`;

/** The field that an error of the use case is at, for the examples; others are at none. */
const ERROR_FIELDS: Partial<Record<ErrorCode, string>> = {
  invalid_credentials: "email",
  second_factor_required: "second_factor",
  second_factor_invalid: "second_factor",
  email_taken: "email",
  password_common: "password",
  token_invalid: "token",
  captcha_required: "captcha",
  captcha_failed: "captcha",
  quote_invalid: "hash",
  quote_expired: "hash",
  quote_used: "hash",
  debit_mismatch: "debit",
  pair_unsupported: "debit_currency",
  currency_inactive: "balance.credit_currency",
  amount_below_minimum: "balance.credit",
  amount_above_maximum: "balance.credit",
  insufficient_funds: "balance.credit",
  idempotency_conflict: "idempotency_key",
  address_invalid: "address",
  address_own: "address",
  proof_invalid: "signature",
  bank_account_on_hold: "bank_account_id",
  coins_sending_off: "balance.credit_currency",
  payee_on_hold: "coin_payee_id",
  withdrawals_on_hold: "bank_account_id",
};

/** Other names in a procedure's input. */
const OWN_ERROR_FIELDS: Readonly<Record<string, Partial<Record<ErrorCode, string>>>> = {
  "captcha.check": { captcha_failed: "recaptchaToken" },
  "coinPayees.add": { currency_inactive: "currency" },
  "coins.address": { currency_inactive: "currency" },
  "quotes.getRate": { currency_inactive: "credit_currency" },
  "rates.list": { currency_inactive: "in", pair_unsupported: "in" },
};

/** Texts of the use case where the table's own is more general. */
const ERROR_TEXTS: Partial<Record<ErrorCode, string>> = {
  amount_below_minimum: "Min amount for exchange 0.00068027 BTC",
  amount_above_maximum: "Max amount to exchange: 2.50000000 BTC",
  insufficient_funds: "Max amount to exchange: 2.50000000 BTC",
};

const EXAMPLE_REQUEST_ID = "0198f2c4-7d1e-7cc0-9d64-0b2f6b1f3a55";

const BODY_ERRORS = [
  "malformed_json",
  "payload_too_large",
  "unsupported_media_type",
  "csrf_mismatch",
] as const;
const COMMON_ERRORS = [
  "unauthenticated",
  "too_many_requests",
  "server_error",
  "service_unavailable",
] as const;

/** The procedures behind a row, each with the field's value that chooses it, where one does. */
export function proceduresOf(
  route: RestRoute,
): readonly { readonly name: string; readonly value?: string }[] {
  if (typeof route.procedure === "string") return [{ name: route.procedure }];
  return Object.entries(route.procedure.procedures).map(([value, name]) => ({ name, value }));
}

/** Every code that a row can answer, in the table's order. */
export function errorCodesOf(router: AnyTRPCRouter, route: RestRoute): ErrorCode[] {
  if (isPlainFile(route)) return [];
  const codes = new Set<ErrorCode>(COMMON_ERRORS);
  if (route.method !== "GET") for (const code of BODY_ERRORS) codes.add(code);
  for (const { name } of proceduresOf(route)) {
    const { meta, input } = procedureFacts(router, name);
    for (const code of [...(meta.refusals ?? []), ...(meta.errors ?? [])]) codes.add(code);
    if (meta.token !== "any") codes.add("forbidden");
    if (input !== undefined && route.input !== "path") codes.add("validation_failed");
  }
  return (Object.keys(ERRORS) as ErrorCode[]).filter((code) => codes.has(code));
}

/** Builds the OpenAPI 3.1 document of the REST rows from the schemas of the procedures behind them. */
export function buildOpenApi(
  router: AnyTRPCRouter,
  routes: readonly RestRoute[],
  { origin, brand }: { readonly origin: string; readonly brand: Brand },
): OpenApiDocument {
  const components = new SchemaComponents();
  addErrorSchema(components);
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of [...routes, PRICE_STREAM]) {
    const path = route.path.replaceAll(/:(\w+)/g, "{$1}");
    (paths[path] ??= {})[route.method.toLowerCase()] = withOperationTexts(
      operationOf(router, route, components),
    );
  }
  const schemas = Object.entries(components.all).map(([name, schema]) => [
    name,
    withFieldTexts(schema, name),
  ]);
  return {
    openapi: "3.1.0",
    info: {
      title: `${brand.name} API`,
      version: "1.0.0",
      description: DESCRIPTION,
      contact: { name: brand.name, email: brand.supportEmail },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: origin }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name: name as RestTag, description })),
    paths: { ...paths, ...HEALTH_OPERATIONS },
    webhooks: { event: { post: RECEIVED_EVENT } },
    components: {
      schemas: Object.fromEntries(schemas),
      headers: RESPONSE_HEADERS,
      securitySchemes: securitySchemes(origin),
    },
  };
}

/** Events that are sent to the addresses of `POST /api/webhooks`. */
const RECEIVED_EVENT = {
  operationId: "receiveEvent",
  summary: "An event, sent to your addresses and signed as standardwebhooks.com has it",
  tags: ["Events"],
  security: [],
  parameters: [
    ["webhook-id", "The event's `id`, the same each time that it is sent"],
    ["webhook-timestamp", "When it was sent, in whole Unix seconds"],
    ["webhook-signature", "`v1,` and the HMAC-SHA256 of id, timestamp and body between dots, in base64"],
  ].map(([name = "", description = ""]) => ({
    name,
    description,
    in: "header" as const,
    required: true,
    schema: { type: "string" },
  })),
  requestBody: {
    required: true,
    content: { "application/json": { schema: { $ref: "#/components/schemas/Event" } } },
  },
  responses: {
    "2XX": { description: "Taken. Any other answer, or none within 15 seconds, and it is sent again later" },
    "410": { description: "Send nothing more: turns the address off" },
  },
};

const RESPONSE_HEADERS = {
  RateLimit: {
    description: "Requests left (`r`) and seconds until the next window (`t`)",
    schema: { type: "string" },
    example: '"default";r=599;t=60',
  },
  "RateLimit-Policy": {
    description: "Requests (`q`) that a client has in a window of `w` seconds",
    schema: { type: "string" },
    example: '"default";q=600;w=60',
  },
  "X-Request-Id": {
    description: "Names this call in the server's log: your own, or one of ours",
    schema: { type: "string" },
    example: "0198f2c4-7d1e-7cc0-9d64-0b2f6b1f3a55",
  },
  "Idempotency-Replayed": {
    description: "`true` where the same key and payload were answered before",
    schema: { type: "string", enum: ["true"] },
    example: "true",
  },
  "Retry-After": {
    description: "Seconds to wait before the next try",
    schema: { type: "integer", minimum: 0 },
    example: 30,
  },
};

const headerRefs = (...names: (keyof typeof RESPONSE_HEADERS)[]): Record<string, JsonSchema> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

function securitySchemes(origin: string) {
  return {
    bearer: {
      type: "http",
      scheme: "bearer",
      bearerFormat: "wat_…",
      description: "A personal API token with the scopes `read`, `trade`, `withdraw` or `webhooks`",
    },
    session: {
      type: "apiKey",
      in: "cookie",
      name: origin.startsWith("https:") ? "__Host-session" : "session",
      description: "Set by `POST /login`",
    },
    csrf: {
      type: "apiKey",
      in: "header",
      name: "X-XSRF-TOKEN",
      description: "The value of the cookie `XSRF-TOKEN`, together with the session cookie",
    },
  };
}

function addErrorSchema(components: SchemaComponents): void {
  components.add("ErrorCode", {
    type: "string",
    enum: Object.keys(ERRORS),
    description: "Stable, for programs",
  });
  components.add("Error", {
    type: "object",
    required: ["message", "code", "request_id"],
    properties: {
      message: { type: "string", description: "Text for people" },
      code: { $ref: "#/components/schemas/ErrorCode" },
      errors: {
        type: "object",
        description: "Texts by the payload's own path, such as `balance.credit`",
        additionalProperties: { type: "array", items: { type: "string" } },
      },
      request_id: { type: "string", description: "Names this request in the server's log" },
    },
  });
}

function operationOf(router: AnyTRPCRouter, route: RestRoute, components: SchemaComponents): Operation {
  const procedures = proceduresOf(route).map((each) => ({
    ...each,
    facts: procedureFacts(router, each.name),
  }));
  const [first] = procedures;
  if (first === undefined) throw new Error(`${route.method} ${route.path} has no procedure`);
  const body = requestBodyOf(route, procedures, components);
  return {
    operationId: route.operation,
    tags: [route.tag],
    summary: route.summary,
    description: accessText(route, procedures),
    ...tokenScopeOf(procedures),
    security: securityOf(route, first.facts),
    parameters: parametersOf(route, first.name, first.facts, components),
    ...(body !== undefined && { requestBody: body }),
    responses: {
      [String(route.status ?? 200)]: successOf(route, procedures, components),
      ...errorsOf(router, route, procedures),
    },
  };
}

interface NamedProcedure {
  readonly name: string;
  readonly value?: string;
  readonly facts: ProcedureFacts;
}

const capitalised = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

const pascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "")
    .map(capitalised)
    .join("");

const scopeText = (access: TokenAccess | undefined): string => {
  switch (access) {
    case "any":
      return "any token, or none";
    case "read":
    case "trade":
    case "withdraw":
    case "webhooks":
      return `a token with the scope \`${access}\``;
    case "service":
    case "none":
    case undefined:
      return "no token: a session";
  }
};

function accessText(route: RestRoute, procedures: readonly NamedProcedure[]): string {
  if (isPlainFile(route)) return "Open to everyone, without limit.";
  if (procedures.length === 1) {
    const [only] = procedures;
    const isPublic = only?.facts.meta.token === "none" && isOpen(only.facts);
    return isPublic ? "Takes no token." : `Takes ${scopeText(only?.facts.meta.token)}.`;
  }
  return procedures.map(({ value, facts }) => `\`${value}\` takes ${scopeText(facts.meta.token)}.`).join(" ");
}

const isOpen = ({ meta }: ProcedureFacts): boolean => !(meta.refusals ?? []).includes("unauthenticated");

function securityOf(route: RestRoute, { meta, ...facts }: ProcedureFacts): Operation["security"] {
  if (isPlainFile(route)) return [];
  const session: Record<string, string[]> =
    route.method === "GET" ? { session: [] } : { session: [], csrf: [] };
  const bearer = meta.token === "none" || meta.token === "service" ? [] : [{ bearer: [] }];
  return [...(isOpen({ meta, ...facts }) ? [{}] : []), ...bearer, session];
}

/** HTTP's bearer scheme has no scopes of its own in OpenAPI, so that they are named in a field of ours. */
function tokenScopeOf(procedures: readonly NamedProcedure[]): Pick<Operation, "x-token-scope"> {
  const scopes = procedures.flatMap(({ name, value = name, facts: { meta } }) =>
    meta.token === undefined || ["any", "none", "service"].includes(meta.token)
      ? []
      : [[value, meta.token] as const],
  );
  const [only, ...others] = scopes;
  if (only === undefined) return {};
  return { "x-token-scope": others.length === 0 ? only[1] : Object.fromEntries(scopes) };
}

function parametersOf(
  route: RestRoute,
  name: string,
  { input }: ProcedureFacts,
  components: SchemaComponents,
): Parameter[] {
  const json = input === undefined ? {} : components.of(input, "input");
  const examples = REQUEST_EXAMPLES[name];
  const exampleOf = (key: string): unknown =>
    typeof examples === "object" && examples !== null ? Reflect.get(examples, key) : undefined;
  const parameter = (
    key: string,
    place: Parameter["in"],
    schema: JsonSchema,
    required: boolean,
  ): Parameter => {
    const example = exampleOf(key);
    return { name: key, in: place, required, schema, ...(example !== undefined && { example }) };
  };
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, key = ""]) =>
    parameter(key, "path", propertiesOf(json)[key] ?? { type: "string" }, true),
  );
  if (route.input === "query") {
    const required = requiredOf(json);
    return [
      ...inPath,
      ...Object.entries(propertiesOf(json)).flatMap(([key, schema]) =>
        // A file is the whole walk: where its next piece begins is no one's to say.
        route.output === "csv" && key === "after"
          ? []
          : [parameter(key, "query", schema, required.includes(key))],
      ),
    ];
  }
  if (route.input !== "keyed body") return inPath;
  return [
    ...inPath,
    {
      name: "Idempotency-Key",
      in: "header",
      required: false,
      description: "1 to 255 visible ASCII characters of your choice, a new one for each intent",
      schema: components.of(idempotencyKey, "input"),
      example: "order-2031",
    },
  ];
}

function requestBodyOf(
  route: RestRoute,
  procedures: readonly NamedProcedure[],
  components: SchemaComponents,
): Operation["requestBody"] {
  if (route.input === undefined || route.input === "query" || route.input === "path") return undefined;
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, key = ""]) => key);
  const hidden = [...inPath, "idempotency_key"];
  const bodies = procedures.flatMap(({ name, value, facts: { input } }) => {
    if (input === undefined) return [];
    const json = withTrueRequired(input, components.of(input, "input"), components, REQUEST_EXAMPLES[name]);
    const schema = components.add(`${pascal(name)}Request`, withoutProperties(json, hidden));
    return [{ key: value ?? "example", schema, value: withoutKeys(REQUEST_EXAMPLES[name], hidden) }];
  });
  const [only] = bodies;
  if (only === undefined) return undefined;
  const schema: JsonSchema =
    typeof route.procedure === "string"
      ? only.schema
      : {
          oneOf: bodies.map((each) => each.schema),
          discriminator: {
            propertyName: route.procedure.field,
            mapping: Object.fromEntries(bodies.map((each) => [each.key, each.schema["$ref"]])),
          },
        };
  const examples = Object.fromEntries(bodies.map(({ key, value }) => [key, { value }]));
  const body = { schema, examples };
  const content = { "application/json": body, ...(route.oauth === true && { [FORM]: body }) };
  return { required: true, content };
}

function withoutKeys(example: unknown, keys: readonly string[]): unknown {
  if (typeof example !== "object" || example === null) return example;
  return Object.fromEntries(Object.entries(example).filter(([key]) => !keys.includes(key)));
}

function successOf(
  route: RestRoute,
  procedures: readonly NamedProcedure[],
  components: SchemaComponents,
): Response {
  const headers = {
    headers: headerRefs(
      "X-Request-Id",
      ...(isPlainFile(route) ? [] : (["RateLimit", "RateLimit-Policy"] as const)),
      ...(route.input === "keyed body" ? (["Idempotency-Replayed"] as const) : []),
    ),
  };
  if (route.status === 204) return { description: "Done", ...headers };
  if (route.output === "csv" || route.output === "file") {
    const content: Response["content"] = route.path.endsWith(".pdf")
      ? { "application/pdf": { schema: { type: "string", format: "binary" } } }
      : { "text/csv": { schema: { type: "string" } } };
    return { description: "The file", ...headers, content };
  }
  if (route.output === "stream") {
    return {
      description: "Server-sent events without an end: `data:` is a row of `GET /api/rates`",
      ...headers,
      content: { "text/event-stream": { schema: { type: "string" } } },
    };
  }
  const wrap = (value: unknown): unknown => (route.output === "data" ? { data: value } : value);
  const schemas = procedures.flatMap(({ facts: { output } }) =>
    output === undefined ? [] : [components.of(output, "output")],
  );
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  const [only] = distinct;
  if (only === undefined) return { description: "Done", ...headers };
  const schema = distinct.length === 1 ? only : { oneOf: distinct };
  const examples = procedures.map(({ name, value }): [string, Example] => [
    value ?? "example",
    { value: wrap(RESPONSE_EXAMPLES[name]) },
  ]);
  return {
    description: route.status === 201 ? "Made" : "Found",
    ...headers,
    content: {
      "application/json": {
        schema:
          route.output === "data"
            ? { type: "object", required: ["data"], properties: { data: schema } }
            : schema,
        examples: Object.fromEntries(examples),
      },
    },
  };
}

/** Fields that errors of OAuth endpoints have in addition to ours. */
const OAUTH_FIELDS = {
  error: { type: "string", description: "The error as RFC 6749 names it" },
  error_description: { type: "string", description: "Text for developers" },
};

/** The body that a code's example shows. */
const errorExample = (
  code: ErrorCode,
  route: RestRoute,
  procedures: readonly NamedProcedure[],
): ErrorBody => {
  const body = ownErrorExample(code, route, procedures);
  return route.oauth === true ? withOauthError(body) : body;
};

function ownErrorExample(
  code: ErrorCode,
  route: RestRoute,
  procedures: readonly NamedProcedure[],
): ErrorBody {
  const message = ERROR_TEXTS[code] ?? ERRORS[code].message;
  const field = OWN_ERROR_FIELDS[procedures[0]?.name ?? ""]?.[code] ?? ERROR_FIELDS[code];
  if (code !== "validation_failed") {
    const errors = field === undefined ? {} : { errors: { [field]: [message] } };
    return { message, code, ...errors, request_id: EXAMPLE_REQUEST_ID };
  }
  const [first] = procedures;
  const input = first?.facts.input;
  const wrong = input && wrongInputOf(route, first);
  const parsed = input?.safeParse(wrong);
  const errors = parsed?.success === false ? fieldErrors(parsed.error) : {};
  return { message, code, errors, request_id: EXAMPLE_REQUEST_ID };
}

/**
 * The input whose refusal is the example of `validation_failed`: nothing but what the path and the choice of the
 * procedure need; where that is enough, the example with one wrong field.
 */
export function wrongInputOf(route: RestRoute, { name, facts: { input } }: NamedProcedure): unknown {
  if (input === undefined) return undefined;
  const example = REQUEST_EXAMPLES[name] ?? {};
  const kept = [
    ...route.path.matchAll(/:(\w+)/g).map(([, key = ""]) => key),
    ...(typeof route.procedure === "string" ? [] : [route.procedure.field]),
  ];
  const least = Object.fromEntries(Object.entries(example).filter(([key]) => kept.includes(key)));
  const fields = Object.keys(propertiesOf(new SchemaComponents().of(input, "input")));
  const candidates = [least, ...fields.map((field) => ({ ...example, [field]: "?" }))];
  return candidates.find((candidate) => !input.safeParse(candidate).success);
}

function errorsOf(
  router: AnyTRPCRouter,
  route: RestRoute,
  procedures: readonly NamedProcedure[],
): Record<string, Response> {
  // If nothing of ours can fail, HTTP itself still can.
  if (isPlainFile(route)) return { "431": { description: "The headers of the request are over 16 KiB" } };
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorCodesOf(router, route)) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]): [string, Response] => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\``).join(", "),
        headers: headerRefs(
          "X-Request-Id",
          ...(status === 429 ? (["Retry-After", "RateLimit", "RateLimit-Policy"] as const) : []),
        ),
        content: {
          "application/json": {
            schema: {
              allOf: [
                { $ref: "#/components/schemas/Error" },
                {
                  type: "object",
                  properties: { code: { enum: codes }, ...(route.oauth === true && OAUTH_FIELDS) },
                },
              ],
            },
            examples: Object.fromEntries(
              codes.map((code) => [
                code,
                { summary: ERRORS[code].message, value: errorExample(code, route, procedures) },
              ]),
            ),
          },
        },
      },
    ]),
  );
}
