import { RateSourceError } from "../rate-source.ts";

/** The failure a source's promise rejects with; throws when it resolves or rejects with anything else. */
export async function failureOf(answer: Promise<unknown>): Promise<RateSourceError> {
  let value: unknown;
  try {
    value = await answer;
  } catch (error) {
    if (error instanceof RateSourceError) return error;
    throw error;
  }
  throw new Error(`Expected a failure, got ${String(value)}`);
}
