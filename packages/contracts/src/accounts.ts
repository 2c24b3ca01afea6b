import { z } from "zod";
import { captchaField } from "./captcha.ts";
import { STAFF_ROLES } from "./choices.ts";
import { COUNTRY_CODES, isCountryCode } from "./countries.ts";
import { ERRORS } from "./errors.ts";
import {
  BESIDE_OTHER_ISSUES,
  checkPasswordConfirmation,
  emailField,
  firstNameField,
  lastNameField,
  middleNameField,
  passwordConfirmationField,
  passwordField,
  termsField,
} from "./field-schemas.ts";
import { id, time } from "./ids.ts";
import { amountOutput } from "./money.ts";
import { isPlainLine } from "./plain-text.ts";
import { TOKEN_TEXT } from "./portable-patterns.ts";

export const USER_STATUSES = ["registered", "pending", "verified", "rejected", "blocked"] as const;
export const CUSTOMER_ROLES = ["regular-user", "partner"] as const;
const ROLES = [...CUSTOMER_ROLES, ...STAFF_ROLES] as const;
export const PERMISSIONS = ["deposit-money", "withdraw-money"] as const;
export type UserStatus = (typeof USER_STATUSES)[number];
export type CustomerRole = (typeof CUSTOMER_ROLES)[number];
export type StaffRole = (typeof STAFF_ROLES)[number];
export type Role = (typeof ROLES)[number];
export type Permission = (typeof PERMISSIONS)[number];

const isStaffRole = (role: Role): role is StaffRole => STAFF_ROLES.some((staff) => staff === role);

/** The staff roles among an account's roles; none for a customer, who has one role and never one of these. */
export const staffRolesOf = (roles: readonly Role[]): StaffRole[] => roles.filter(isStaffRole);

const profile = z.object({ partner_link: z.string().nullable() });
const balance = z.record(z.string(), amountOutput);

export const user = z
  .object({
    id,
    first_name: z.string(),
    middle_name: z.string().nullable(),
    last_name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    status: z.enum(USER_STATUSES),
    /** Why the identity was rejected; null otherwise. */
    status_reason: z.string().nullable(),
    default_country: z.string(),
    email_verified_at: time.nullable(),
    created_at: time,
    profile,
    /** One for a customer; staff may have several. */
    roles: z.array(z.object({ name: z.enum(ROLES) })),
    permissions: z.array(z.enum(PERMISSIONS)),
  })
  .meta({ id: "User" });

/** The `data` of the answers to login, registration and `GET /api/users/{id}`. */
export const userData = z
  .object({
    user,
    profile,
    /** The first of the user's roles. */
    role: z.enum(ROLES),
    /** Empty for staff, who have no balance. */
    balance,
    permissions: z.array(z.enum(PERMISSIONS)),
  })
  .meta({ id: "UserData" });
export type UserData = z.infer<typeof userData>;

/** Spendable balances by currency code: every currency the customer may use, zero as `0.00`. */
export const balances = balance.meta({ id: "Balances" });

/** Two-letter code of the country someone lives in. */
const countryField = z
  .string({ error: "Country is not valid." })
  .refine(isCountryCode, "Country is not valid.")
  .meta({
    description: "ISO 3166-1 two-letter code; some countries are not served",
    type: "string",
    enum: [...COUNTRY_CODES],
  });

const LONGEST_PHONE = 30;

/** A phone number as people write it; the server reads it by its country. Null or empty takes it away. */
const phoneField = z
  .string({ error: "Phone is not valid." })
  .trim()
  .max(LONGEST_PHONE, "Phone is not valid.")
  .nullable();

const MOST_UTM_VALUES = 12;
const LONGEST_UTM_VALUE = 200;
const UTM_NAME = /^utm[a-z_]{0,20}$/;

/** Origin of the visitor: `utm_…` parameters and `utmstat`. Whatever does not fit is dropped, never refused. */
const utmField = z
  .unknown()
  .optional()
  .transform((given): Readonly<Record<string, string>> | undefined => {
    if (typeof given !== "object" || given === null) return undefined;
    const values = Object.entries(given).filter(
      (entry): entry is [string, string] =>
        UTM_NAME.test(entry[0]) &&
        typeof entry[1] === "string" &&
        entry[1].length <= LONGEST_UTM_VALUE &&
        isPlainLine(entry[1]),
    );
    return values.length === 0 ? undefined : Object.fromEntries(values.slice(0, MOST_UTM_VALUES));
  })
  .meta({ type: "object", additionalProperties: { type: "string" } });

/** Form of a link's hash; anything else names no partner. */
const referralHash = z.string().max(100).refine(isPlainLine).nullish().catch(null);

/** Opening an account. `hash` is the partner's, of the link that led here. */
export const registerInput = z
  .object({
    first_name: firstNameField,
    last_name: lastNameField,
    middle_name: middleNameField,
    email: emailField,
    password: passwordField,
    password_confirmation: passwordConfirmationField,
    terms: termsField,
    country: countryField.default("AU"),
    hash: referralHash,
    utm: utmField,
    captcha: captchaField,
  })
  .superRefine(checkPasswordConfirmation, BESIDE_OTHER_ISSUES);
export type RegisterInput = z.output<typeof registerInput>;

export const invitationInput = z.object({
  hash: z.string().max(200).refine(isPlainLine, "This link is not valid"),
});

/** Facts about a registration link, before anyone signs up by it. */
export const invitation = z.object({
  /** Whether the link is one of a partner's. */
  known: z.boolean(),
  /** The partner's first name; null where the link is not known. */
  partner: z.string().nullable(),
});
export type Invitation = z.output<typeof invitation>;

export const forgotPasswordInput = z.object({ email: emailField, captcha: captchaField });

const LONGEST_TOKEN = 200;
/** The token of a mailed link. */
export const tokenField = z
  .string({ error: ERRORS.token_invalid.message })
  .min(1, ERRORS.token_invalid.message)
  .max(LONGEST_TOKEN, ERRORS.token_invalid.message)
  .meta({ pattern: TOKEN_TEXT });

/** The token of a mailed link that asks for nothing else. */
export const linkInput = z.object({ token: tokenField });

/** `token` and `email` come from the mailed link. */
export const resetPasswordInput = z
  .object({
    email: emailField,
    password: passwordField,
    password_confirmation: passwordConfirmationField,
    token: tokenField,
  })
  .superRefine(checkPasswordConfirmation, BESIDE_OTHER_ISSUES);
export type ResetPasswordInput = z.output<typeof resetPasswordInput>;

/** The password as it is now, to prove that it is the owner who asks. Its own rule is not applied. */
const currentPasswordField = z
  .string({ error: "Current password is a required field" })
  .min(1, "Current password is a required field")
  .max(200, "Current password is not valid.");

export const changePasswordInput = z
  .object({
    current_password: currentPasswordField,
    password: passwordField,
    password_confirmation: passwordConfirmationField,
  })
  .superRefine(checkPasswordConfirmation, BESIDE_OTHER_ISSUES);
export type ChangePasswordInput = z.output<typeof changePasswordInput>;

export const changeEmailInput = z.object({ email: emailField, current_password: currentPasswordField });

/** As the middle name of registration, but leaving it out is not the same as emptying it. */
const changedMiddleName = z
  .unknown()
  .optional()
  .transform((value, context): string | null | undefined => {
    if (value === undefined) return undefined;
    const read = middleNameField.safeParse(value);
    if (read.success) return read.data;
    context.addIssue({ code: "custom", message: read.error.issues[0]?.message ?? "" });
    return z.NEVER;
  });

/** Changes that a customer may make to the account; a field that is left out stays as it is. */
export const updateProfileInput = z.object({
  first_name: firstNameField.optional(),
  middle_name: changedMiddleName,
  last_name: lastNameField.optional(),
  phone: phoneField.optional(),
  country: countryField.optional(),
});
export type UpdateProfileInput = z.output<typeof updateProfileInput>;

/** A sentence for the success alert. */
export const messageAnswer = z.object({ message: z.string() }).meta({ id: "Message" });

/** The same, with how long to wait before asking for another mail. */
export const resendAnswer = z
  .object({ message: z.string(), wait_seconds: z.int().nonnegative() })
  .meta({ id: "ResendAnswer" });
