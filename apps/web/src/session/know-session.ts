import type { UserData } from "@wattle/contracts/accounts";
import { recordAnswer, type Known } from "../record-answer.ts";
import { forgetOthersTexts } from "./kept-texts.ts";
import { forgetLoss } from "./session-lost.ts";
import { setSession } from "./session-store.ts";

/** Records who is signed in, as an answer just said. */
export async function knowSession(
  utils: { readonly sessions: { readonly current: Known<undefined, UserData | null> } },
  data: UserData | null,
): Promise<void> {
  await recordAnswer(utils.sessions.current, undefined, data);
  setSession(data);
  if (data === null) return;
  forgetLoss();
  forgetOthersTexts(data.user.id);
}
