/** The travel rule's data of a movement of coins, as IVMS101 has it. Only compliance reads it. */
import { z } from "zod";
import { checkOwner, walletOwner } from "./coin-payees.ts";
import { BESIDE_OTHER_ISSUES } from "./field-schemas.ts";

const LONGEST_REFERENCE = 40;

export const travelInput = z.object({
  reference: z.string("Check the reference and try again").max(LONGEST_REFERENCE),
});

/** Says who sent coins that arrived, by the reference of their transaction, as the customer may. */
export const travelSenderInput = travelInput.extend(walletOwner).superRefine(checkOwner, BESIDE_OTHER_ISSUES);

const naturalPerson = z.object({
  name: z.object({
    nameIdentifier: z.array(
      z.object({
        /** The last name, or all of a name whose parts are not known. */
        primaryIdentifier: z.string(),
        secondaryIdentifier: z.string().optional(),
        nameIdentifierType: z.literal("LEGL"),
      }),
    ),
  }),
  geographicAddress: z
    .array(
      z.object({
        addressType: z.literal("HOME"),
        /** At most 70 characters each. */
        addressLine: z.array(z.string()).optional(),
        postCode: z.string().optional(),
        townName: z.string().optional(),
        countrySubDivision: z.string().optional(),
        country: z.string(),
      }),
    )
    .optional(),
  customerIdentification: z.string().optional(),
  countryOfResidence: z.string().optional(),
});
const persons = z.array(z.object({ naturalPerson }));
const provider = z.object({
  legalPerson: z.object({
    name: z.object({
      nameIdentifier: z.array(
        z.object({ legalPersonName: z.string(), legalPersonNameIdentifierType: z.literal("LEGL") }),
      ),
    }),
  }),
});

/** Persons are empty as long as no one has named them; a provider is left out for a wallet that its owner keeps. */
export const travelData = z.object({
  originator: z.object({ originatorPersons: persons, accountNumber: z.array(z.string()) }),
  beneficiary: z.object({ beneficiaryPersons: persons, accountNumber: z.array(z.string()) }),
  originatingVASP: z.object({ originatingVASP: provider }).optional(),
  beneficiaryVASP: z.object({ beneficiaryVASP: provider }).optional(),
});
export type TravelData = z.infer<typeof travelData>;
