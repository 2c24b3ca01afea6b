import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ConfigError } from "../config-error.ts";
import type { Config } from "../config.ts";
import type { Metrics } from "./metrics.ts";

export interface MetricsServer {
  readonly address: string;
  readonly port: number;
  readonly close: () => Promise<void>;
}

/**
 * Serves `/metrics` and nothing else, on a port of its own that the public does not reach.
 * @throws ConfigError if that port cannot be opened
 */
export async function serveMetrics(
  { METRICS_HOST: host, METRICS_PORT: port }: Pick<Config, "METRICS_HOST" | "METRICS_PORT">,
  metrics: Pick<Metrics, "text" | "contentType">,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    const answer = (status: number, text: string, contentType = "text/plain; charset=utf-8"): void => {
      response.writeHead(status, { "content-type": contentType }).end(text);
    };
    if (request.url?.split("?", 1)[0] !== "/metrics") return answer(404, "only /metrics is here\n");
    if (request.method !== "GET" && request.method !== "HEAD") return answer(405, "only GET\n");
    metrics.text().then(
      (text) => answer(200, text, metrics.contentType),
      () => answer(500, "the figures cannot be read\n"),
    );
  });
  try {
    server.listen({ host, port });
    await once(server, "listening");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw new ConfigError(
      `METRICS_PORT: got ${port} on ${host}, which cannot be opened (${code}); takes a free port, and METRICS_HOST an address of this machine`,
    );
  }
  const { address, port: opened } = server.address() as AddressInfo;
  return {
    address,
    port: opened,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
