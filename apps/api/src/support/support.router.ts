import { enquiryInput, enquiryReceipt } from "@wattle/contracts/support";
import { guest, router } from "../procedures.ts";
import { sendEnquiry } from "./send-enquiry.ts";

export const supportRouter = router({
  send: guest
    .meta({ token: "any", errors: ["captcha_required", "captcha_failed"] })
    .input(enquiryInput)
    .output(enquiryReceipt)
    .mutation(({ ctx, input }) => sendEnquiry(ctx, input)),
});
