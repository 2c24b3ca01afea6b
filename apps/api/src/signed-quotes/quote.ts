import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  type KeyObject,
} from "node:crypto";
import { promisify } from "node:util";
import { compactVerify, decodeProtectedHeader, errors } from "jose";

/** How long a rate is held, by the server's clock. */
export const HOLD_MILLISECONDS = 45_000;

/** Terms of a quote. Amounts and rates are decimal text; times are milliseconds since 1970. */
export interface Quote {
  /** Unique: a quote is executed once. */
  readonly id: string;
  /** The account that asked, or `guest`. */
  readonly subject: string;
  readonly creditCurrency: string;
  readonly debitCurrency: string;
  readonly rate: string;
  readonly fee: string;
  readonly min: string;
  readonly max: string;
  /** Whole Unix seconds: when the source says the price was. */
  readonly rateTimestamp: number;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

export interface SigningKey {
  readonly kid: string;
  /** The protected header of every JWS that the key signs, encoded. */
  readonly header: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** Public half of a signing key as a JSON Web Key (RFC 8037). */
export interface PublicJwk {
  readonly kty: "OKP";
  readonly crv: "Ed25519";
  readonly x: string;
  readonly kid: string;
  readonly use: "sig";
  readonly alg: "EdDSA";
}

const TYPE = "quote+jwt";

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** The key's public half; its identifier is the RFC 7638 thumbprint. */
export function publicJwk(publicKey: KeyObject): PublicJwk {
  const { x } = publicKey.export({ format: "jwk" });
  if (typeof x !== "string") throw new TypeError("not an Ed25519 public key");
  const kid = createHash("sha256").update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest("base64url");
  return { kty: "OKP", crv: "Ed25519", x, kid, use: "sig", alg: "EdDSA" };
}

/** A new Ed25519 key, its private half as PKCS #8 PEM text. */
export function generateSigningKey(): { jwk: PublicJwk; privatePem: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  return {
    jwk: publicJwk(publicKey),
    privatePem: privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
  };
}

/** Reads a stored private key. */
export function signingKeyOf(privatePem: string): SigningKey {
  const privateKey = createPrivateKey(privatePem);
  const publicKey = createPublicKey(privateKey);
  const { kid } = publicJwk(publicKey);
  return { kid, header: encode({ alg: "EdDSA", typ: TYPE, kid }), privateKey, publicKey };
}

/** RFC 7519 times are seconds; ours keep their milliseconds as a fraction. */
const seconds = (milliseconds: number): number => milliseconds / 1000;
const milliseconds = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? Math.round(value * 1000) : undefined;

/** Signed text of a quote: header and claims. */
const signedTextOf = (quote: Quote, key: SigningKey): string =>
  `${key.header}.${encode({
    jti: quote.id,
    sub: quote.subject,
    iat: seconds(quote.issuedAt),
    exp: seconds(quote.expiresAt),
    credit_currency: quote.creditCurrency,
    debit_currency: quote.debitCurrency,
    rate: quote.rate,
    fee: quote.fee,
    min: quote.min,
    max: quote.max,
    timestamp: quote.rateTimestamp,
  })}`;

/**
 * Signs a quote as a compact JWS (RFC 7515) with Ed25519 (RFC 8037). Not by jose, which reads quotes below: signing takes it 85 µs
 * of a processor and this 44, for each answer of the rows "held rates" of `npm run bench`. Reading costs the same either way.
 */
export function signQuote(quote: Quote, key: SigningKey): string {
  const text = signedTextOf(quote, key);
  return `${text}.${sign(null, Buffer.from(text), key.privateKey).toString("base64url")}`;
}

const signAside = promisify(sign);

/**
 * The same on one of libuv's threads, while this one goes on: in "held rates" a third of all that an answer costs it. Hashing
 * passwords leaves half of those threads free.
 */
export async function signQuoteAside(quote: Quote, key: SigningKey): Promise<string> {
  const text = signedTextOf(quote, key);
  const signature = await signAside(null, Buffer.from(text), key.privateKey);
  return `${text}.${signature.toString("base64url")}`;
}

function quoteOf(payload: Uint8Array): Quote | undefined {
  const claims = JSON.parse(Buffer.from(payload).toString()) as Readonly<Record<string, unknown>>;
  const text = (name: string): string | undefined => {
    const value = claims[name];
    return typeof value === "string" ? value : undefined;
  };
  const issuedAt = milliseconds(claims["iat"]);
  const expiresAt = milliseconds(claims["exp"]);
  const rateTimestamp = claims["timestamp"];
  const [id, subject, creditCurrency, debitCurrency] = [
    text("jti"),
    text("sub"),
    text("credit_currency"),
    text("debit_currency"),
  ];
  const [rate, fee, min, max] = [text("rate"), text("fee"), text("min"), text("max")];
  if (
    id === undefined ||
    subject === undefined ||
    creditCurrency === undefined ||
    debitCurrency === undefined
  )
    return undefined;
  if (rate === undefined || fee === undefined || min === undefined || max === undefined) return undefined;
  if (issuedAt === undefined || expiresAt === undefined || typeof rateTimestamp !== "number")
    return undefined;
  return {
    id,
    subject,
    creditCurrency,
    debitCurrency,
    rate,
    fee,
    min,
    max,
    rateTimestamp,
    issuedAt,
    expiresAt,
  };
}

/** Contents of a compact JWS of ours, without a look at its signature. */
export const quoteIn = (jws: string): Quote | undefined =>
  quoteOf(Buffer.from(jws.split(".", 2)[1] ?? "", "base64url"));

/** A key's identifier: an RFC 7638 thumbprint. */
const KEY_ID = /^[\w-]{43}$/;

/** Which key a text says that it was signed with, unproven; undefined if it does not look like a quote of ours. */
export function keyIdOf(jws: string): string | undefined {
  try {
    const { kid = "", typ } = decodeProtectedHeader(jws);
    return typ === TYPE && KEY_ID.test(kid) ? kid : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a text is how base64url writes its bytes: it has several spellings of the same ones, and we issue one. */
const isCanonical = (part: string): boolean => Buffer.from(part, "base64url").toString("base64url") === part;

/**
 * Reads a quote and checks its signature, off the main thread. Expiry and subject are the caller's to judge.
 * @param publicKeys the keys that may have signed, by identifier
 * @returns undefined for anything that none of these keys signed as a quote
 */
export async function verifyQuote(
  jws: string,
  publicKeys: ReadonlyMap<string, KeyObject>,
): Promise<Quote | undefined> {
  if (!isCanonical(jws.slice(jws.lastIndexOf(".") + 1))) return undefined;
  try {
    const keyOf = ({ kid = "", typ }: { readonly kid?: string; readonly typ?: string }): KeyObject => {
      const key = publicKeys.get(kid);
      if (key === undefined || typ !== TYPE) throw new errors.JWSInvalid("no quote of ours");
      return key;
    };
    const { payload } = await compactVerify(jws, keyOf, { algorithms: ["EdDSA"] });
    return quoteOf(payload);
  } catch (refused) {
    if (refused instanceof errors.JOSEError) return undefined;
    throw refused;
  }
}
