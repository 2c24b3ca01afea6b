import type { components } from "./openapi.gen.ts";

type HeldRate = components["schemas"]["HeldRate"];
type Receipt = components["schemas"]["Receipt"];

/** Text that the exchange signed: a price, for whom, and until when. Amounts and rates are decimal text. */
export interface QuoteClaims {
  readonly jti: string;
  /** The account that asked, or `guest`. */
  readonly sub: string;
  /** Unix seconds, with the milliseconds as a fraction. */
  readonly iat: number;
  readonly exp: number;
  readonly credit_currency: string;
  readonly debit_currency: string;
  readonly rate: string;
  readonly fee: string;
  readonly min: string;
  readonly max: string;
  /** Whole Unix seconds: when the source says the price was. */
  readonly timestamp: number;
}

interface PublicKey {
  readonly kid?: string;
  readonly kty?: string;
  readonly crv?: string;
  readonly x?: string;
}

/** A price that no published key signed, or that is not the one that was signed. */
export class SignatureError extends Error {
  override readonly name = "SignatureError";
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
    letter.charCodeAt(0),
  );
}

/** The object that a part of a JWS holds. */
function partOf(base64url: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytesOf(base64url)));
    if (typeof value === "object" && value !== null) return value as Readonly<Record<string, unknown>>;
  } catch {
    // A text that is not JSON is not part of a JWS either.
  }
  throw new SignatureError("This is not a signed quote.");
}

/** Checks quotes by the keys that the exchange publishes. Keys are read once, and again for a key that is not among them. */
export class QuoteChecker {
  readonly #readKeys: () => Promise<readonly PublicKey[]>;
  #keys: Promise<readonly PublicKey[]> | undefined;

  /** @param readKeys reads `/.well-known/jwks.json` */
  constructor(readKeys: () => Promise<readonly PublicKey[]>) {
    this.#readKeys = readKeys;
  }

  /**
   * The promise of a quote: of the `hash` of a held rate, or of the `jws` of a receipt's `quote`. Also of one that has
   * run out.
   * @throws SignatureError if no published key signed it
   */
  async verifyQuote(jws: string): Promise<QuoteClaims> {
    const [header = "", payload = "", signature = "", ...rest] = jws.split(".");
    const { alg, typ, kid } = partOf(header);
    if (alg !== "EdDSA" || typ !== "quote+jwt" || typeof kid !== "string" || rest.length > 0) {
      throw new SignatureError("This is not a signed quote.");
    }
    const x = await this.#keyNamed(kid);
    const claims = partOf(payload);
    const key = await crypto.subtle.importKey("raw", bytesOf(x), "Ed25519", false, ["verify"]);
    const signed = new TextEncoder().encode(`${header}.${payload}`);
    if (!(await crypto.subtle.verify("Ed25519", key, signatureBytes(signature), signed))) {
      throw new SignatureError("The signature does not fit: this quote was changed.");
    }
    return claims as unknown as QuoteClaims;
  }

  /**
   * Checks that a held rate says what its `hash` has signed.
   * @throws SignatureError if it does not
   */
  async verifyRate(held: HeldRate): Promise<QuoteClaims> {
    const claims = await this.verifyQuote(held.hash);
    compare(held, claims, ["credit_currency", "debit_currency", "rate", "fee", "min", "max"]);
    return claims;
  }

  /**
   * Checks that an exchange was done at the rate and fee that were signed, while they were promised.
   * @returns undefined for a transaction without a quote: a deposit, a withdrawal
   * @throws SignatureError if it was not
   */
  async verifyReceipt({ quote, transaction }: Receipt): Promise<QuoteClaims | undefined> {
    if (quote === null) return undefined;
    const claims = await this.verifyQuote(quote.jws);
    compare(transaction, claims, ["credit_currency", "debit_currency", "rate", "fee"]);
    const done = Date.parse(transaction.created_at) / 1000;
    if (done < claims.iat || done > claims.exp) {
      throw new SignatureError("The exchange was not done while its rate was promised.");
    }
    return claims;
  }

  async #keyNamed(kid: string): Promise<string> {
    const find = async (keys: Promise<readonly PublicKey[]>): Promise<string | undefined> =>
      (await keys).find((key) => key.kid === kid && key.kty === "OKP" && key.crv === "Ed25519")?.x;
    const known = this.#keys && (await find(this.#keys));
    if (known !== undefined) return known;
    const keys = this.#readKeys();
    const read = await find(keys);
    if (read === undefined) throw new SignatureError("No published key has this quote's key id.");
    this.#keys = keys;
    return read;
  }
}

function signatureBytes(base64url: string): Uint8Array<ArrayBuffer> {
  try {
    return bytesOf(base64url);
  } catch {
    throw new SignatureError("This is not a signed quote.");
  }
}

/** @throws SignatureError naming the first field that differs from what was signed */
function compare<K extends keyof QuoteClaims>(
  said: Readonly<Partial<Record<K, unknown>>>,
  claims: QuoteClaims,
  names: readonly K[],
): void {
  const other = names.find((name) => said[name] !== claims[name]);
  if (other !== undefined) throw new SignatureError(`The signed quote has another ${other}.`);
}
