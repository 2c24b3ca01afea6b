import { isIP } from "node:net";
import { connect } from "node:tls";
import type { Config } from "../../config.ts";
import { isLoopback } from "../../loopback.ts";
import { fault, ok, reasonOf, spanText, warning, type Finding } from "./check.ts";

const LONGEST_MILLISECONDS = 5000;
const SOON_MILLISECONDS = 14 * 86_400_000;

/** When the certificate of an address ends. @throws if it is not trusted, or no one answers */
const certificateEnd = ({ hostname, port }: URL): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = connect(
      {
        host: hostname,
        port: port === "" ? 443 : Number.parseInt(port, 10),
        ...(isIP(hostname) === 0 && { servername: hostname }),
      },
      () => {
        resolve(Date.parse(socket.getPeerCertificate().valid_to));
        socket.destroy();
      },
    );
    socket.setTimeout(LONGEST_MILLISECONDS, () => socket.destroy(new Error("no answer")));
    socket.once("error", reject);
  });

function proxyFinding({ TRUST_PROXY }: Pick<Config, "TRUST_PROXY">): Finding {
  if (TRUST_PROXY === false)
    return fault(
      "APP_ORIGIN is https, so a proxy is in front, but TRUST_PROXY is false: all customers count as one address. Set TRUST_PROXY=1, or the proxy’s address.",
    );
  return ok(
    `TRUST_PROXY is ${String(TRUST_PROXY)}. Be sure that the proxy replaces X-Forwarded-For or adds to its end; this program can’t see that.`,
  );
}

/** Whether the installation answers at the address that customers use, asked from this machine. */
async function answerFinding(config: Pick<Config, "APP_ORIGIN">, now: number): Promise<Finding> {
  const { APP_ORIGIN: address } = config;
  const origin = new URL(address);
  try {
    const end = origin.protocol === "https:" ? await certificateEnd(origin) : undefined;
    const answer = await fetch(`${address}/healthz`, {
      redirect: "error",
      signal: AbortSignal.timeout(LONGEST_MILLISECONDS),
    });
    const isOurs = answer.ok && (await answer.text()) === '{"status":"ok"}';
    if (!isOurs) return fault(`Something else answers at ${address}. Lead it to this server’s port.`);
    if (end === undefined)
      return warning(`${address} answers without TLS. Put a proxy with https before it.`);
    const left = spanText(Math.max(0, end - now));
    return end - now < SOON_MILLISECONDS
      ? warning(`The certificate of ${address} ends in ${left}. Look why it isn’t renewed.`)
      : ok(`${address} answers this machine, and its certificate ends in ${left}.`);
  } catch (error) {
    return fault(
      `${address} doesn’t answer this machine (${reasonOf(error)}). Look at its name in DNS, its certificate and the proxy.`,
    );
  }
}

/** The public address: TLS, and the proxy in front. */
export async function findAddress({
  config,
  clock,
}: {
  readonly config: Pick<Config, "APP_ORIGIN" | "TRUST_PROXY">;
  readonly clock: { now(): number };
}): Promise<Finding[]> {
  const origin = new URL(config.APP_ORIGIN);
  if (isLoopback(origin.hostname))
    return [
      warning(`APP_ORIGIN is ${config.APP_ORIGIN}, which only this machine reaches. Set the public address.`),
    ];
  const answer = await answerFinding(config, clock.now());
  return origin.protocol === "https:" ? [proxyFinding(config), answer] : [answer];
}
