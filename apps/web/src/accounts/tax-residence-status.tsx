import { countryName } from "./country-options.ts";
import { readInstallation } from "../brand/brand.tsx";
import { trpc } from "../trpc.ts";
import { Notice } from "../ui/notice.tsx";
import { SiteLink } from "../ui/site-link.tsx";

/** The countries that were certified. */
export function TaxResidenceStatus() {
  const { data } = trpc.tax.residences.useQuery();
  if (data === undefined) return null;
  return data.certified
    ? data.residences.map(({ country }) => countryName(country)).join(", ")
    : "Not set up";
}

/** Asks where the customer is resident for tax, until it was certified. */
export function TaxResidenceNotice() {
  const mode = readInstallation(document).taxResidence;
  const { data } = trpc.tax.residences.useQuery(undefined, { enabled: mode !== "off" });
  if (data?.certified !== false) return null;
  return (
    <Notice>
      <p>
        {mode === "required" ? "Before you buy or sell, tell us" : "Tax law makes us ask"} where you are
        resident for tax.{" "}
        <SiteLink to="/dashboard/personal-information" hash="tax-residence">
          Answer now
        </SiteLink>
      </p>
    </Notice>
  );
}
