/**
 * Countries that no one is served in unless the operator says otherwise: countries that Australian sanctions law restricts trade
 * and finance with as a whole, not only with listed people (Department of Foreign Affairs and Trade, "Sanctions regimes":
 * Iran, North Korea, Russia, Syria). Regions of a country, as in Ukraine, are for the people who check documents.
 */
export const SANCTIONED_COUNTRIES: readonly string[] = ["IR", "KP", "RU", "SY"];
