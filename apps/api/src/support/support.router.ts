import { enquiryInput, enquiryReceipt } from "@wattle/contracts/support";
import { guest, router } from "../procedures.ts";
import { sendEnquiry } from "./send-enquiry.ts";

export const supportRouter = router({
  send: guest
    .meta({ token: "any" })
    .input(enquiryInput)
    .output(enquiryReceipt)
    .mutation(({ ctx, input }) => sendEnquiry(ctx, input)),
});
