/** The countries that a customer is resident in for tax, certified by the customer: the OECD's Crypto-Asset Reporting Framework asks for it. */
import { z } from "zod";
import { isCountryCode, COUNTRY_CODES } from "./countries.ts";
import { BESIDE_OTHER_ISSUES } from "./field-schemas.ts";
import { time } from "./ids.ts";
import { LINE } from "./portable-patterns.ts";
import { cleanTin, MOST_TAX_RESIDENCES, NO_TIN_REASONS, tinProblem } from "./tin-rules.ts";

const LONGEST_TYPED = 60;

const reason = z.enum(NO_TIN_REASONS, { error: "Say why there is none" });

const residenceInput = z
  .object({
    country: z
      .string({ error: "Country is a required field" })
      .refine(isCountryCode, "Country is not valid.")
      .meta({ type: "string", enum: [...COUNTRY_CODES] }),
    tin: z
      .string({ error: "Number is a required field" })
      .max(LONGEST_TYPED, "This number is too long")
      .transform(cleanTin)
      .nullable()
      .meta({ pattern: LINE }),
    no_tin_reason: reason.nullish().transform((given) => given ?? null),
  })
  .superRefine(({ country, tin, no_tin_reason }, context) => {
    const refuse = (path: string, message: string): void =>
      context.addIssue({ code: "custom", path: [path], message });
    if (tin === null && no_tin_reason == null) refuse("no_tin_reason", "Say why there is none");
    if (typeof tin !== "string") return;
    if (no_tin_reason != null) refuse("no_tin_reason", "Only without a number");
    const problem = isCountryCode(country) ? tinProblem(country, tin) : undefined;
    if (problem !== undefined) refuse("tin", problem);
  }, BESIDE_OTHER_ISSUES)
  .meta({ id: "TaxResidenceInput" });

export const taxResidencesInput = z.object({
  residences: z
    .array(residenceInput, { error: "Name a country" })
    .min(1, "Name a country")
    .max(MOST_TAX_RESIDENCES, `No more than ${MOST_TAX_RESIDENCES} countries`)
    .superRefine((residences, context) => {
      const seen = new Set<string>();
      for (const [place, { country }] of residences.entries()) {
        if (seen.has(country)) {
          context.addIssue({
            code: "custom",
            path: [place, "country"],
            message: "You have named this country",
          });
        }
        seen.add(country);
      }
    }),
  certified: z.literal(true, { error: "Confirm that this is true" }),
});
export type TaxResidencesInput = z.output<typeof taxResidencesInput>;
export type TaxResidence = TaxResidencesInput["residences"][number];

export const taxResidences = z
  .object({
    residences: z.array(
      z.object({
        country: z.string(),
        /** All but the last three characters are masked. */
        tin: z.string().nullable(),
        no_tin_reason: reason.nullable(),
      }),
    ),
    /** False before the first certification. */
    certified: z.boolean(),
    certified_at: time.nullable(),
  })
  .meta({ id: "TaxResidences" });
export type TaxResidences = z.infer<typeof taxResidences>;
