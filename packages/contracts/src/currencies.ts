import { z } from "zod";

const currencyItem = z
  .object({ full_name: z.string(), short_name: z.string(), active: z.boolean() })
  .meta({ id: "Currency" });

/** Currencies by kind and code. NGN is left out for signed-in customers who are not Nigerian. */
export const currencyMaps = z
  .object({ fiat: z.record(z.string(), currencyItem), crypto: z.record(z.string(), currencyItem) })
  .meta({ id: "Currencies" });
export type CurrencyMaps = z.infer<typeof currencyMaps>;
