import { createContext, use, type ReactNode } from "react";
import { DEFAULT_BRAND, type Brand } from "@wattle/contracts/brand";

/** Id of the data block in which the server writes the white-label values. */
const BRAND_BLOCK_ID = "wattle-brand";

/** The brand of this page: the server's data block over the defaults; the defaults alone where it is missing or broken. */
export function readBrand(page: Document): Brand {
  const text = page.getElementById(BRAND_BLOCK_ID)?.textContent;
  if (!text) return DEFAULT_BRAND;
  try {
    return { ...DEFAULT_BRAND, ...(JSON.parse(text) as Partial<Brand>) };
  } catch {
    return DEFAULT_BRAND;
  }
}

const BrandContext = createContext<Brand>(DEFAULT_BRAND);

export function BrandProvider({ brand, children }: { readonly brand: Brand; readonly children: ReactNode }) {
  return <BrandContext value={brand}>{children}</BrandContext>;
}

/** White-label values: name, domain, support e-mail, legal entity, regulator line, logo, colours. */
export function useBrand(): Brand {
  return use(BrandContext);
}
