import { travelData, travelInput } from "@wattle/contracts/travel";
import { router, staff } from "../../procedures.ts";
import { nameSenderForCustomer } from "./name-sender.ts";
import { readTravel } from "./read-travel.ts";

export const travelDeskRouter = router({
  get: staff("compliance")
    .meta({ errors: ["not_found"] })
    .input(travelInput)
    .output(travelData)
    .query(({ ctx, input }) => readTravel(ctx.services.database.read, ctx.services, input.reference)),
  nameSender: nameSenderForCustomer,
});
