/**
 * Countries in which customers may not live unless the operator says otherwise: those that Australian sanctions law
 * restricts trade and finance with as a whole, not only with listed people (Department of Foreign Affairs and Trade,
 * "Sanctions regimes"). Sanctioned regions, as in Ukraine, are for the people who check documents.
 */
export const SANCTIONED_COUNTRIES: readonly string[] = ["IR", "KP", "RU", "SY"];
