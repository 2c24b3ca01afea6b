import { DomainError } from "@wattle/contracts/errors";
import { hasAnyFactor } from "../../access/second-factor.ts";
import type { RequestContext } from "../../context.ts";
import { domainErrorOf } from "../../procedures.ts";
import { confirm, type ConfirmCall } from "../../sessions/confirm.ts";
import { aroundCalls } from "./around-calls.ts";
import type { DeskCaller, WordsContext } from "./command.ts";
import { proofOf } from "./login.ts";

/** Asks who is at the terminal to confirm the session, as the web app does. @throws DomainError what confirming refuses */
export async function confirmHere(
  call: ConfirmCall,
  askSecret: WordsContext["askSecret"],
): Promise<RequestContext["proof"]> {
  const { services, user } = call;
  if (user === null) throw new DomainError("unauthenticated");
  const password = await askSecret("Confirm it's you. Password: ");
  const twoFactor = await hasAnyFactor(services.database.read, user.id);
  const code = twoFactor && proofOf(await askSecret("Code of your app, or a recovery code: "));
  await confirm(call, user.id, { password, ...(code && { second_factor: code }) });
  return {
    confirmedAt: BigInt(services.clock.now()),
    twoFactor: twoFactor || call.proof?.twoFactor === true,
    startedAt: call.proof?.startedAt ?? BigInt(services.clock.now()),
  };
}

/**
 * The desk's procedures, each of which is called again once the session is confirmed, if it is refused for want
 * of that.
 * @param confirmed confirms the session
 */
export function confirming(ops: DeskCaller, confirmed: () => Promise<void>): DeskCaller {
  return aroundCalls(ops, async ({ call }) => {
    try {
      return await call();
    } catch (refused) {
      if (domainErrorOf(refused)?.code !== "confirmation_required") throw refused;
      await confirmed();
      return call();
    }
  });
}
