import type { StaffRole, UserData } from "@wattle/contracts/accounts";

/** A member of staff with some role. */
export function staffOf(role: StaffRole): UserData {
  const data = userOf("AU");
  return { ...data, role, user: { ...data.user, roles: [{ name: role }] } };
}

/** A verified customer of a country. */
export function userOf(country: string): UserData {
  const profile = { partner_link: null };
  return {
    user: {
      id: "0198f2c4-7d1e-7cc0-9d64-0b2f6b1f3a55",
      first_name: "Casey",
      middle_name: null,
      last_name: "Example",
      email: "casey@demo.test",
      phone: null,
      status: "verified",
      status_reason: null,
      default_country: country,
      email_verified_at: "2026-01-01T00:00:00.000Z",
      created_at: "2026-01-01T00:00:00.000Z",
      profile,
      roles: [{ name: "regular-user" }],
      permissions: [],
    },
    profile,
    role: "regular-user",
    balance: {},
    permissions: [],
  };
}
