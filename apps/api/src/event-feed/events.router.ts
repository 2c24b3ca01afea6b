import { accountEvent, eventsInput, triggerInput } from "@wattle/contracts/events";
import { z } from "zod";
import { customer, router } from "../procedures.ts";
import { readEvents } from "./list-events.ts";
import { triggerEvent } from "./trigger-event.ts";

/** Events of the customer's account, for programs that follow it. */
export const eventsRouter = router({
  list: customer
    .meta({ token: "read" })
    .input(eventsInput)
    .output(z.array(accountEvent))
    .query(({ ctx, input }) => readEvents(ctx.services, ctx.user.id, input)),
  trigger: customer
    .meta({ token: "webhooks" })
    .input(triggerInput)
    .output(accountEvent)
    .mutation(({ ctx, input }) => triggerEvent(ctx.services, ctx.user.id, input.type)),
});
