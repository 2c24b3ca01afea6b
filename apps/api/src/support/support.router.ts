import { enquiryInput, enquiryReceipt } from "@wattle/contracts/support";
import { keyed } from "@wattle/contracts/exchange";
import { guest, router } from "../procedures.ts";
import { markedIfReplayed } from "../transactions/claim-answer.ts";
import { sendEnquiry } from "./send-enquiry.ts";

export const supportRouter = router({
  send: guest
    .meta({ token: "any", errors: ["captcha_required", "captcha_failed", "idempotency_conflict"] })
    .input(enquiryInput.extend(keyed))
    .output(enquiryReceipt)
    .mutation(async ({ ctx, input: { idempotency_key, ...input } }) =>
      markedIfReplayed(ctx, await sendEnquiry(ctx, input, idempotency_key)),
    ),
});
