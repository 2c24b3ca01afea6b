import { DomainError } from "@wattle/contracts/errors";
import type { PlayVenueMode } from "@wattle/db/tables";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { fieldErrors } from "../procedures.ts";
import type { Services } from "../services.ts";

/** Every way in which the demo's own exchange can behave. */
export const PLAY_MODES = [
  "ok",
  "reject",
  "rate_limit",
  "lost_before",
  "lost_after",
  "partial",
  "late_fill",
  "down",
] as const satisfies readonly PlayVenueMode[];

const input = z.object({ mode: z.enum(PLAY_MODES, `Choose one of ${PLAY_MODES.join(", ")}`) });

/** `POST /dev/venue {mode}`: from now on the demo's own exchange behaves so. Only in a demo. */
export function serveVenue(app: FastifyInstance, services: Pick<Services, "config" | "setPlayMode">): void {
  app.post("/dev/venue", async (request) => {
    if (!services.config.DEMO || services.setPlayMode === undefined) throw new DomainError("not_found");
    const wanted = input.safeParse(request.body);
    if (!wanted.success) throw new DomainError("validation_failed", { fields: fieldErrors(wanted.error) });
    await services.setPlayMode(wanted.data.mode);
    return { data: { mode: wanted.data.mode } };
  });
}
