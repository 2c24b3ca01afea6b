import { legalTextPath, type LegalName, type LegalText } from "@wattle/contracts/legal-text";
import { readInstallation } from "../../brand/brand.tsx";

/**
 * The operator's own text of a legal page; undefined if the product's is used. A prerendered page has it in its
 * markup already and needs the same text to take that over.
 */
export async function fetchLegalText(name: LegalName): Promise<LegalText | undefined> {
  if (!readInstallation(document).ownTexts.includes(name)) return undefined;
  const response = await fetch(legalTextPath(name));
  if (!response.ok) throw new Error(`Request failed with status code ${response.status}`);
  return (await response.json()) as LegalText;
}
