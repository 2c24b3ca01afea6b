import { createContext, use, type ReactNode } from "react";
import { DEFAULT_BRAND, type Brand } from "@wattle/contracts/brand";
import { BRAND_MARKS, type Installation } from "@wattle/contracts/brand-page";

/** Id of the data block in which the server writes the white-label values. */
const BRAND_BLOCK_ID = "wattle-brand";

/** The server's data block; empty if it is missing or broken. */
function readBlock(page: Document): Partial<Brand & Installation> {
  const text = page.getElementById(BRAND_BLOCK_ID)?.textContent;
  if (!text) return {};
  try {
    return JSON.parse(text) as Partial<Brand & Installation>;
  } catch {
    return {};
  }
}

/** The brand of this page: the server's data block over the defaults. */
export function readBrand(page: Document): Brand {
  return { ...DEFAULT_BRAND, ...readBlock(page) };
}

/** Facts about the installation for the page's code; without a data block, no demo and no texts of its own. */
export function readInstallation(page: Document): Required<Installation> {
  const { demo = false, ownTexts = [], taxResidence = "off", explorers = {} } = readBlock(page);
  return { demo, ownTexts, taxResidence, explorers };
}

const BrandContext = createContext<Brand>(DEFAULT_BRAND);

export function BrandProvider({ brand, children }: { readonly brand: Brand; readonly children: ReactNode }) {
  return <BrandContext value={brand}>{children}</BrandContext>;
}

/**
 * Whether this is a demo. Pages are prerendered as a demo's: what only a demo has is in an element with `data-demo-only`,
 * which the server takes out of the others.
 */
export function useDemo(): boolean {
  return useBrand().domain === BRAND_MARKS.domain || readInstallation(document).demo;
}

/** White-label values: name, domain, support email, legal entity, regulator line, logo, colours. */
export function useBrand(): Brand {
  return use(BrandContext);
}
