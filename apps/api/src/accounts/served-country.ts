import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import type { Services } from "../services.ts";

/** Whether residents of a country may be customers: those that the operator refuses may not. */
export const isServed = ({ config }: Pick<Services, "config">, country: string): boolean =>
  !config.brand.refusedCountries.includes(country);

/** @throws DomainError `validation_failed` at `country` */
export function checkServed(services: Pick<Services, "config">, country: string): void {
  if (!isServed(services, country)) {
    throw DomainError.at("country", "validation_failed", OWN_MESSAGES.countryRefused);
  }
}
