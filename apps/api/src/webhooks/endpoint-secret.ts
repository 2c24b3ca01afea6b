import { DomainError } from "@wattle/contracts/errors";
import type { WebhookEndpoint } from "@wattle/db/tables";
import type { Services } from "../services.ts";
import { SECRET_PREFIX } from "./sign-webhook.ts";

const SECRET_BYTES = 32;
/** So long the secret before a new one signs as well. */
const FORMER_MILLISECONDS = 24 * 3_600_000;

type Vault = Pick<Services, "vault">["vault"];
type Endpoint = Pick<WebhookEndpoint, "id" | "user_id" | "url">;
type SecretEndpoint = Endpoint & Pick<WebhookEndpoint, "secret" | "former_secret" | "former_until">;

export const newSecret = ({ ids }: Pick<Services, "ids">): string =>
  `${SECRET_PREFIX}${Buffer.from(ids.token(SECRET_BYTES), "base64url").toString("base64")}`;

/** Owner and address of an endpoint, as its secret is sealed with them. */
const destinationOf = ({ user_id: owner, url }: Endpoint): string => `${owner ?? "operator"} ${url}`;

/**
 * Seals a secret together with its owner and address: who can only write the database leads no one's events to an address that they did
 * not choose.
 */
export const sealSecret = (vault: Vault, endpoint: Endpoint, secret: string): WebhookEndpoint["secret"] =>
  vault.seal("webhook_endpoints.secret", endpoint.id, `${secret} ${destinationOf(endpoint)}`);

/** The secret of an endpoint, and whether its owner and address are those that it was made for. */
function readSecret(vault: Vault, endpoint: SecretEndpoint) {
  const [secret = "", ...madeFor] = vault
    .open("webhook_endpoints.secret", endpoint.id, endpoint.secret)
    .split(" ");
  return { secret, isGenuine: madeFor.join(" ") === destinationOf(endpoint) };
}

/** The secrets that sign now: for a day after a new one the one before it, too. Undefined if they were made for another. */
export function secretsOf(
  { clock, vault }: Pick<Services, "clock" | "vault">,
  endpoint: SecretEndpoint,
): string[] | undefined {
  const { id, former_secret: former, former_until: until } = endpoint;
  const { secret, isGenuine } = readSecret(vault, endpoint);
  if (!isGenuine) return undefined;
  if (former === null || until === null || until <= BigInt(clock.now())) return [secret];
  return [secret, vault.open("webhook_endpoints.former_secret", id, former)];
}

/** The secret of an endpoint, sealed for the address that its owner gives it. */
export const sealedFor = (vault: Vault, endpoint: SecretEndpoint, url: string) =>
  sealSecret(vault, { ...endpoint, url }, readSecret(vault, endpoint).secret);

/**
 * A new secret of an endpoint with what is kept of it. For a day the one before signs as well, so that no event is lost while a program
 * changes over.
 * @throws DomainError `state_conflict` if its owner or address is another than it was made for
 */
export function renewedSecret(services: Pick<Services, "clock" | "ids" | "vault">, endpoint: SecretEndpoint) {
  const { clock, vault } = services;
  const { secret: former, isGenuine } = readSecret(vault, endpoint);
  if (!isGenuine) throw new DomainError("state_conflict");
  const now = BigInt(clock.now());
  const secret = newSecret(services);
  const changes = {
    secret: sealSecret(vault, endpoint, secret),
    former_secret: vault.seal("webhook_endpoints.former_secret", endpoint.id, former),
    former_until: now + BigInt(FORMER_MILLISECONDS),
    changed_at: now,
  };
  return { secret, changes };
}
