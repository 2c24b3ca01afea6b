import type { RequestContext } from "../../context.ts";
import type { Services } from "../../services.ts";

/** A call of the command line: no cookies, and not logged in unless said. */
export const terminalCall = (
  services: Services,
  who: Pick<RequestContext, "user" | "sessionId" | "proof" | "token"> = {
    user: null,
    sessionId: null,
    proof: null,
    token: null,
  },
  progress?: RequestContext["progress"],
): RequestContext => ({
  services,
  ...who,
  progress,
  requestId: services.ids.uuid(),
  ip: "cli",
  userAgent: null,
  cookie: () => undefined,
  setCookie: () => undefined,
  markReplayed: () => undefined,
});
