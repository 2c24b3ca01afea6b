import { z } from "zod";
import { captchaField } from "./captcha.ts";
import { emailField, messageField, nameField } from "./field-schemas.ts";

/** `support` is the support form, `otc` the enquiry form of the OTC desk. */
export const ENQUIRY_TOPICS = ["support", "otc"] as const;
export type EnquiryTopic = (typeof ENQUIRY_TOPICS)[number];

/** The support form's payload, with the rules and texts of the specification's section 5. */
export const enquiryInput = z.object({
  name: nameField,
  email: emailField,
  message: messageField,
  topic: z.enum(ENQUIRY_TOPICS, { error: "Choose a topic" }).default("support"),
  captcha: captchaField,
});

/** The sender's receipt: a short reference to quote in further correspondence. */
export const enquiryReceipt = z
  .object({ reference: z.string().meta({ examples: ["7KQ4-M2XB-9PTR"] }) })
  .meta({ id: "EnquiryReceipt" });
export type EnquiryReceipt = z.infer<typeof enquiryReceipt>;
