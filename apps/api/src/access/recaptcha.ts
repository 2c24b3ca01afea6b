import { z } from "zod";

const TIMEOUT_MILLISECONDS = 5_000;
const answer = z.object({ success: z.boolean() });

/** Google did not say whether the token holds. */
export class RecaptchaUnavailableError extends Error {
  override readonly name = "RecaptchaUnavailableError";
}

/**
 * Asks Google's `siteverify` whether a widget's token holds. Google itself lets a token be used once.
 * @param options.url the endpoint's address, so that it can be a stand-in
 * @throws RecaptchaUnavailableError when no answer comes
 */
export async function recaptchaHolds(
  token: string,
  options: { readonly url: string; readonly secret: string; readonly ip: string },
): Promise<boolean> {
  try {
    const response = await fetch(options.url, {
      method: "POST",
      body: new URLSearchParams({ secret: options.secret, response: token, remoteip: options.ip }),
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
      redirect: "error",
    });
    if (!response.ok) throw new RecaptchaUnavailableError(`status ${response.status}`);
    const parsed = answer.safeParse(await response.json());
    if (!parsed.success) throw new RecaptchaUnavailableError("an answer of another shape");
    return parsed.data.success;
  } catch (error) {
    if (error instanceof RecaptchaUnavailableError) throw error;
    throw new RecaptchaUnavailableError("no answer", { cause: error });
  }
}
