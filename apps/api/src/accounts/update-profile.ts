import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import type { UpdateProfileInput, UserData } from "@wattle/contracts/accounts";
import { DomainError } from "@wattle/contracts/errors";
import { findUserById, updateUser } from "@wattle/db/accounts";
import type { User } from "@wattle/db/tables";
import parsePhoneNumber, { type CountryCode } from "libphonenumber-js";
import type { Services } from "../services.ts";
import { readUserData } from "./user-data.ts";

/**
 * A phone number as it is stored: `+61412345678`. One without a country's prefix is read as one of `country`.
 * @throws DomainError `validation_failed` at `phone`
 */
export function readPhone(text: string, country: string): string {
  const number = parsePhoneNumber(text, country as CountryCode);
  if (number === undefined || !number.isValid()) {
    throw DomainError.at("phone", "validation_failed", OWN_MESSAGES.wrongPhone);
  }
  return number.number;
}

const NAMES = ["first_name", "middle_name", "last_name"] as const;

/** Who somebody is was checked, or is being checked: names and country can no longer be changed by oneself. */
const isSettled = (user: User): boolean => user.status === "verified" || user.status === "pending";

/**
 * Changes names, phone and country. Names and country stay as they were verified.
 * @throws DomainError `validation_failed` at the field that cannot be changed any more
 */
export async function updateProfile(
  services: Services,
  userId: string,
  input: UpdateProfileInput,
): Promise<UserData> {
  await services.database.write(async (tx) => {
    const user = await findUserById(tx, userId);
    if (user === undefined) throw new DomainError("not_found");
    const country = input.country ?? user.default_country;
    if (isSettled(user)) {
      const changed = NAMES.find((field) => input[field] !== undefined && input[field] !== user[field]);
      if (changed !== undefined) {
        throw DomainError.at(changed, "validation_failed", OWN_MESSAGES.verifiedName);
      }
      if (country !== user.default_country) {
        throw DomainError.at("country", "validation_failed", OWN_MESSAGES.verifiedCountry);
      }
    }
    await updateUser(tx, userId, {
      ...(input.first_name !== undefined && { first_name: input.first_name }),
      ...(input.middle_name !== undefined && { middle_name: input.middle_name }),
      ...(input.last_name !== undefined && { last_name: input.last_name }),
      ...(input.phone !== undefined && {
        phone: input.phone === null || input.phone === "" ? null : readPhone(input.phone, country),
      }),
      default_country: country,
    });
  });
  return readUserData(services, userId);
}
