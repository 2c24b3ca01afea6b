import { DomainError } from "@wattle/contracts/errors";
import type { IdentityCheckReport } from "@wattle/contracts/identity";
import { findCustomerById } from "@wattle/db/customers";
import { findIdentity } from "@wattle/db/identity";
import { findIdentityCheck } from "@wattle/db/identity-checks";
import { isoTime } from "../../clock.ts";
import type { ProviderFindings } from "../../identity-providers/provider.ts";
import { draftOf } from "../../identity/read-identity.ts";
import type { Services } from "../../services.ts";

const NOTHING: ProviderFindings = { name: "", birth_date: "", document: "", document_number: "", labels: [] };

/** Numbers as they are printed, in any spacing. */
const bare = (text = ""): string => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** All words of a name in any order, without accents. Nicknames, initials and words left out are another name: staff look at it. */
const wordsOf = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{Mark}/gu, "")
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .toSorted()
    .join(" ");

/** Facts that the provider read otherwise than they are in the form, or did not read. */
function differencesOf(
  found: ProviderFindings,
  form: ReturnType<typeof draftOf>,
): IdentityCheckReport["differs"] {
  const name = [form.first_name, form.middle_name, form.last_name].filter(Boolean).join(" ");
  const number = bare(found.document_number);
  const same = {
    name: found.name !== "" && wordsOf(name) === wordsOf(found.name),
    birth_date: found.birth_date !== "" && found.birth_date === form.date_of_birth,
    document_number: number !== "" && number === bare(form.document_number),
  };
  return (["name", "birth_date", "document_number"] as const).filter((fact) => !same[fact]);
}

/**
 * An identity provider's answer about a customer; null if none was asked.
 * @throws DomainError `not_found`
 */
export async function readIdentityCheck(
  services: Pick<Services, "database" | "vault" | "identityProvider">,
  id: string,
): Promise<IdentityCheckReport | null> {
  const { database, vault, identityProvider } = services;
  const { read } = database;
  const user = await findCustomerById(read, id);
  if (user === undefined) throw new DomainError("not_found");
  const check = await findIdentityCheck(read, id);
  if (check === undefined) return null;
  const kept = vault.open("identity_checks.found", id, check.found);
  const found = kept === null ? NOTHING : (JSON.parse(kept) as ProviderFindings);
  const { labels, ...facts } = found;
  return {
    provider: check.provider,
    state: check.state,
    found: facts,
    differs: differencesOf(found, draftOf(vault, user, await findIdentity(read, id))),
    labels: [...labels],
    started_at: isoTime(check.started_at),
    changed_at: isoTime(check.changed_at),
    url:
      check.applicant_id === null || identityProvider === undefined
        ? null
        : identityProvider.staffPage(check.applicant_id),
  };
}
