/** The countries that customers are resident in for tax, as they certify them. */
import { DomainError } from "@wattle/contracts/errors";
import type { TaxResidence, TaxResidences, TaxResidencesInput } from "@wattle/contracts/tax-residences";
import type { Reader } from "@wattle/db/database";
import { findTaxResidences, keepTaxResidences } from "@wattle/db/tax";
import type { TaxResidencesRow } from "@wattle/db/tables";
import { isoTime } from "../clock.ts";
import type { Services } from "../services.ts";
import { lockSignedIn } from "../sessions/lock-signed-in.ts";
import type { Call } from "../context.ts";

const SHOWN_CHARACTERS = 3;

const masked = (tin: string): string =>
  "•".repeat(Math.max(tin.length - SHOWN_CHARACTERS, 0)) + tin.slice(-SHOWN_CHARACTERS);

/** @throws DomainError `not_found` if this installation does not ask */
function requireAsked({ config }: Pick<Services, "config">): void {
  if (config.TAX_RESIDENCE === "off") throw new DomainError("not_found");
}

/** The countries with their whole numbers. */
export const openResidences = (
  { vault }: Pick<Services, "vault">,
  { user_id, residences }: TaxResidencesRow,
): TaxResidence[] =>
  JSON.parse(vault.open("tax_residences.residences", user_id, residences)) as TaxResidence[];

function answerOf(services: Pick<Services, "vault">, row: TaxResidencesRow | undefined): TaxResidences {
  const residences = row === undefined ? [] : openResidences(services, row);
  return {
    residences: residences.map(({ tin, ...residence }) => ({
      ...residence,
      tin: tin === null ? null : masked(tin),
    })),
    certified: row !== undefined,
    certified_at: row === undefined ? null : isoTime(row.certified_at),
  };
}

/** @throws DomainError `not_found` if this installation does not ask */
export async function readTaxResidences(
  services: Pick<Services, "config" | "database" | "vault">,
  userId: string,
): Promise<TaxResidences> {
  requireAsked(services);
  return answerOf(services, await findTaxResidences(services.database.read, userId));
}

/**
 * Keeps what a customer certifies, in place of what was certified before.
 * @throws DomainError `not_found` if this installation does not ask
 */
export async function certifyTaxResidences(
  ctx: Call<"clock" | "config" | "database" | "vault">,
  userId: string,
  { residences }: TaxResidencesInput,
): Promise<TaxResidences> {
  const { services } = ctx;
  requireAsked(services);
  return services.database.write(async (tx) => {
    await lockSignedIn(tx, ctx, userId);
    const row = {
      user_id: userId,
      residences: services.vault.seal("tax_residences.residences", userId, JSON.stringify(residences)),
      certified_at: BigInt(services.clock.now()),
    };
    await keepTaxResidences(tx, row);
    return answerOf(services, row);
  });
}

/** @throws DomainError `tax_residence_required` if the customer must certify one first and has not */
export async function requireTaxResidence(
  { config }: Pick<Services, "config">,
  reader: Reader,
  userId: string,
): Promise<void> {
  if (config.TAX_RESIDENCE !== "required") return;
  if ((await findTaxResidences(reader, userId)) === undefined)
    throw new DomainError("tax_residence_required");
}
