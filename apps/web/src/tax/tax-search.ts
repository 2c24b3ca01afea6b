import { PARCEL_METHODS, type ParcelMethod } from "@wattle/exchange-core/parcels";

/** The year and the method that the address asks for; the newest year and the kept method if it does not. */
export interface TaxSearch {
  readonly year?: number;
  readonly method?: ParcelMethod;
}

export function taxSearch({ year, method }: Readonly<Record<string, unknown>>): TaxSearch {
  const asked = Number(year);
  const known = PARCEL_METHODS.find((each) => each === method);
  return {
    ...(Number.isInteger(asked) && asked >= 2009 && asked <= 2199 && { year: asked }),
    ...(known !== undefined && { method: known }),
  };
}
