import { isVenueSwitch, pauseNotice } from "@wattle/contracts/switches";
import { z } from "zod";
import { SYSTEM } from "../switches/switches.ts";
import { guestOrBlocked, router } from "../procedures.ts";

export const switchesRouter = router({
  /** Current pauses, which every page shows. Those of venues are the house's own matter. */
  paused: guestOrBlocked
    .meta({ token: "any" })
    .output(z.array(pauseNotice))
    .query(async ({ ctx }) => {
      const rows = await ctx.services.switches.rows();
      return [...rows.values()]
        .filter(({ what, paused }) => paused === 1n && !isVenueSwitch(what))
        .map(({ what, message, set_by }) => ({ what, message, by_system: set_by === SYSTEM }));
    }),
});
