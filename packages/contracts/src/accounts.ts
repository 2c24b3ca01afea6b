import { z } from "zod";
import { id, time } from "./ids.ts";
import { amountOutput } from "./money.ts";

export const USER_STATUSES = ["registered", "pending", "verified", "rejected", "blocked"] as const;
export const ROLES = ["regular-user", "partner", "operator"] as const;
export const PERMISSIONS = ["deposit-money", "withdraw-money"] as const;
export type UserStatus = (typeof USER_STATUSES)[number];
export type Role = (typeof ROLES)[number];
export type Permission = (typeof PERMISSIONS)[number];

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
    status_reason: z.string().nullable(),
    default_country: z.string(),
    email_verified_at: time.nullable(),
    created_at: time,
    profile,
    roles: z.array(z.object({ name: z.enum(ROLES) })),
    permissions: z.array(z.enum(PERMISSIONS)),
  })
  .meta({ id: "User" });

/** What login, registration and `GET /api/users/{id}` answer under `data`. */
export const userData = z
  .object({
    user,
    profile,
    role: z.enum(ROLES),
    balance,
    permissions: z.array(z.enum(PERMISSIONS)),
  })
  .meta({ id: "UserData" });
export type UserData = z.infer<typeof userData>;

/** What can be spent, by currency code: every currency the customer may use, zero as `0.00`. */
export const balances = balance.meta({ id: "Balances" });
