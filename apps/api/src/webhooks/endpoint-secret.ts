import { DomainError } from "@wattle/contracts/errors";
import type { WebhookEndpoint } from "@wattle/db/tables";
import type { Services } from "../services.ts";
import { SECRET_PREFIX } from "./sign-webhook.ts";

const SECRET_BYTES = 32;
/** So long the secret before a new one signs as well. */
const FORMER_MILLISECONDS = 24 * 3_600_000;

type Vault = Pick<Services, "vault">["vault"];
type Endpoint = Pick<WebhookEndpoint, "id" | "url">;
type SecretEndpoint = Endpoint & Pick<WebhookEndpoint, "secret" | "former_secret" | "former_until">;

export const newSecret = ({ ids }: Pick<Services, "ids">): string =>
  `${SECRET_PREFIX}${Buffer.from(ids.token(SECRET_BYTES), "base64url").toString("base64")}`;

/** Seals a secret together with its address: who can only write the database cannot lead events to another one. */
export const sealSecret = (vault: Vault, { id, url }: Endpoint, secret: string): WebhookEndpoint["secret"] =>
  vault.seal("webhook_endpoints.secret", id, `${secret} ${url}`);

/** The secret of an endpoint, and the address that it was made for. */
function readSecret(vault: Vault, { id, secret: sealed }: SecretEndpoint) {
  const [secret = "", madeFor] = vault.open("webhook_endpoints.secret", id, sealed).split(" ");
  return { secret, madeFor };
}

/** The secrets that sign now: for a day after a new one the one before it, too. Undefined if they are of another address. */
export function secretsOf(
  { clock, vault }: Pick<Services, "clock" | "vault">,
  endpoint: SecretEndpoint,
): string[] | undefined {
  const { id, url, former_secret: former, former_until: until } = endpoint;
  const { secret, madeFor } = readSecret(vault, endpoint);
  if (madeFor !== url) return undefined;
  if (former === null || until === null || until <= BigInt(clock.now())) return [secret];
  return [secret, vault.open("webhook_endpoints.former_secret", id, former)];
}

/** The secret of an endpoint, sealed for the address that its owner gives it. */
export const sealedFor = (vault: Vault, endpoint: SecretEndpoint, url: string) =>
  sealSecret(vault, { id: endpoint.id, url }, readSecret(vault, endpoint).secret);

/**
 * A new secret of an endpoint with what is kept of it. For a day the one before signs as well, so that no event is lost while a program
 * changes over.
 * @throws DomainError `state_conflict` if its address is not the one that its owner gave it
 */
export function renewedSecret(services: Pick<Services, "clock" | "ids" | "vault">, endpoint: SecretEndpoint) {
  const { clock, vault } = services;
  const { secret: former, madeFor } = readSecret(vault, endpoint);
  if (madeFor !== endpoint.url) throw new DomainError("state_conflict");
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
