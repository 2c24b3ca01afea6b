/** The exchange's refusal of a call, or an answer that is none of an exchange. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;

  constructor({ status }: Response, body: unknown) {
    super(`${refusalText(body)} (${status})`);
    this.status = status;
  }

  /** Whether the same call is refused again, however often it is sent. */
  get isFinal(): boolean {
    return this.status < 500 && this.status !== 429;
  }
}

function refusalText(body: unknown): string {
  if (typeof body !== "object" || body === null || !("message" in body))
    return "This is no answer of an exchange";
  const fields = "errors" in body && typeof body.errors === "object" ? Object.entries(body.errors ?? {}) : [];
  const texts = fields.map(([field, messages]) => `${field}: ${[messages].flat().join(", ")}`);
  return texts.length > 0 ? texts.join("; ") : String(body.message);
}
