import { DomainError } from "@wattle/contracts/errors";
import { hashPassword } from "../access/passwords.ts";
import { isCommonPassword } from "./common-passwords.ts";

/**
 * Hashes a password that someone chooses.
 * @throws DomainError `password_common` at `password`
 */
export async function hashNewPassword(password: string): Promise<string> {
  if (isCommonPassword(password)) throw DomainError.at("password", "password_common");
  return hashPassword(password);
}
