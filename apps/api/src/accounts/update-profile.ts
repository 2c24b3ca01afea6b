import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import type { UpdateProfileInput, UserData } from "@wattle/contracts/accounts";
import { DomainError } from "@wattle/contracts/errors";
import { lockUser, updateUser } from "@wattle/db/accounts";
import { keepPersonalHashes } from "@wattle/db/personal-hashes";
import type { User } from "@wattle/db/tables";
import parsePhoneNumber, { type CountryCode } from "libphonenumber-js";
import type { Services } from "../services.ts";
import { checkServed } from "./served-country.ts";
import { readUserData, type UserDataServices } from "../sessions/user-data.ts";

/**
 * A phone number as it is stored: `+61412345678`. One without a country's prefix is read as one of `country`.
 * @throws DomainError `validation_failed` at `phone`
 */
function readPhone(text: string, country: string): string {
  const number = parsePhoneNumber(text, country as CountryCode);
  if (number === undefined || !number.isValid()) {
    throw DomainError.at("phone", "validation_failed", OWN_MESSAGES.wrongPhone);
  }
  return number.number;
}

const NAMES = ["first_name", "middle_name", "last_name"] as const;

/** The identity was checked, or is being checked: its owner can no longer change names and country. */
const isSettled = (user: User): boolean => user.status === "verified" || user.status === "pending";

/**
 * Changes names, phone and country. Names and country stay as they were verified.
 * @throws DomainError `validation_failed` at the field that cannot be changed any more, or at a country that is not served
 */
export async function updateProfile(
  services: UserDataServices & Pick<Services, "searchHashes">,
  userId: string,
  input: UpdateProfileInput,
): Promise<UserData> {
  const { database, vault, searchHashes } = services;
  await database.write(async (tx) => {
    // Held, so that a form is not sent, and names not verified, between this look and the commit.
    const user = await lockUser(tx, userId);
    if (user === undefined) throw new DomainError("not_found");
    const country = input.country ?? user.default_country;
    if (isSettled(user)) {
      const names = {
        ...user,
        middle_name: vault.open("users.middle_name", userId, user.middle_name),
      };
      const changed = NAMES.find((field) => input[field] !== undefined && input[field] !== names[field]);
      if (changed !== undefined) {
        throw DomainError.at(changed, "validation_failed", OWN_MESSAGES.verifiedName);
      }
      if (country !== user.default_country) {
        throw DomainError.at("country", "validation_failed", OWN_MESSAGES.verifiedCountry);
      }
    }
    if (country !== user.default_country) checkServed(services, country);
    const phone = input.phone ? readPhone(input.phone, country) : null;
    await updateUser(tx, userId, {
      ...(input.first_name !== undefined && { first_name: input.first_name }),
      ...(input.middle_name !== undefined && {
        middle_name: vault.seal("users.middle_name", userId, input.middle_name),
      }),
      ...(input.last_name !== undefined && { last_name: input.last_name }),
      ...(input.phone !== undefined && { phone: vault.seal("users.phone", userId, phone) }),
      default_country: country,
    });
    if (input.phone !== undefined) {
      await keepPersonalHashes(tx, userId, { phone: searchHashes.list("phone", phone) });
    }
  });
  return readUserData(services, userId);
}
