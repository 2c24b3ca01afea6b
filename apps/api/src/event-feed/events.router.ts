import { accountEvent, eventsInput } from "@wattle/contracts/events";
import { z } from "zod";
import { customer, router } from "../procedures.ts";
import { readEvents } from "./list-events.ts";

/** Events of the customer's account, for programs that follow it. */
export const eventsRouter = router({
  list: customer
    .meta({ token: "read" })
    .input(eventsInput)
    .output(z.array(accountEvent))
    .query(({ ctx, input }) => readEvents(ctx.services, ctx.user.id, input)),
});
