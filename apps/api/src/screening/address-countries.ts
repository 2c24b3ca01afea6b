import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { Reader, type CountryResponse } from "mmdb-lib";
import { ConfigError } from "../config-error.ts";

/** The country of an internet address as two capitals (ISO 3166-1); undefined if the database does not know it. */
export type AddressCountries = (address: string) => string | undefined;

/**
 * Opens a database of addresses in MaxMind's format, as GeoLite2 Country, DB-IP and others are. All of it is kept in memory.
 * @throws ConfigError if the file cannot be read, or has no countries
 */
export function openAddressCountries(file: string): AddressCountries {
  const wrong = (why: string): ConfigError =>
    new ConfigError(`GEOIP_DB: ${JSON.stringify(file)} ${why}; takes a file in MaxMind's format (.mmdb)`);
  const reader = ((): Reader<CountryResponse> => {
    try {
      return new Reader<CountryResponse>(readFileSync(file));
    } catch (error) {
      throw wrong(`can't be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  })();
  const { databaseType } = reader.metadata;
  // A database of cities has the countries, too; one of networks' owners has none.
  if (!/country|city|enterprise/i.test(databaseType)) throw wrong(`has ${databaseType}, no countries`);
  return (address) => {
    if (isIP(address) === 0) return undefined;
    const found = reader.get(address);
    return (found?.country ?? found?.registered_country)?.iso_code;
  };
}
