import { setTimeout as wait } from "node:timers/promises";
import { createApp } from "./app.ts";
import { createServices } from "./compose.ts";
import { ConfigError } from "./config-error.ts";
import { readConfig, type Config } from "./config.ts";
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from "./demo/demo-accounts.ts";
import { proveFirstReserves } from "./demo/day/prove-reserves.ts";
import { receiveFirstEther } from "./demo/day/receive-ether.ts";
import { sendFirstCoins } from "./demo/day/send-coins.ts";
import { seedDay } from "./demo/day/seed-day.ts";
import { withShockedPast } from "./demo/day/shocked-price.ts";
import { seedDemo } from "./demo/seed-demo.ts";
import { startBackgroundWork } from "./background.ts";
import { fundTreasury } from "./demo/fund-treasury.ts";
import { leaveDemo } from "./demo/leave-demo.ts";
import { warnOfProduction } from "./desk/system/production-warnings.ts";
import { warnOfLowFees } from "./markets/warn-of-low-fees.ts";
import { warnOfUnpriced } from "./markets/warn-of-unpriced.ts";
import { startFailure } from "./start-failure.ts";
import { endKeptConnections } from "./http/connections.ts";
import { HTTP_TIMES } from "./http/server.ts";
import type { WatchedServices } from "./metrics/gauges.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { MetricsServer } from "./metrics/serve-metrics.ts";
import type { Services } from "./services.ts";
import type { Tracing } from "./tracing/tracing.ts";

/**
 * Programs that stop a server wait ten seconds before they kill it; with a long `STOP_DELAY` they have to wait longer.
 */
const LONGEST_STOP_MILLISECONDS = 9000;
/** Longest time of the last answers and of the end of background work. */
const LONGEST_END_MILLISECONDS = 6000;

function banner(origin: string, demo: boolean, name: string): string {
  const lines = ["", `  ${name} is up: ${origin}`];
  if (demo) {
    const width = Math.max(...DEMO_ACCOUNTS.map((account) => account.email.length));
    lines.push("", `  Demo accounts (password ${DEMO_PASSWORD}):`);
    for (const account of DEMO_ACCOUNTS) lines.push(`    ${account.email.padEnd(width)}  ${account.about}`);
    lines.push("", `  Mailbox: ${origin}/dev/mail`);
  }
  return [...lines, ""].join("\n");
}

/** Counts what happens, and serves the figures, where a port is set for them; costs nothing else. */
async function startMetrics(
  services: WatchedServices & Pick<Services, "config">,
): Promise<(Pick<Metrics, "measure"> & Pick<MetricsServer, "close">) | undefined> {
  if (services.config.METRICS_PORT === undefined) return undefined;
  const { createMetrics } = await import("./metrics/metrics.ts");
  const { serveMetrics } = await import("./metrics/serve-metrics.ts");
  const metrics = createMetrics(services);
  const { address, port, close } = await serveMetrics(services.config, metrics);
  services.log.info({ address, port }, "metrics are served");
  return { measure: metrics.measure, close };
}

/** Traces requests where a collector is set; costs nothing else. */
async function startTracing({ config, log }: Pick<Services, "config" | "log">): Promise<Tracing | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config;
  if (endpoint === undefined) return undefined;
  const { createTracing } = await import("./tracing/tracing.ts");
  log.info({ collector: new URL(endpoint).host }, "requests are traced");
  return createTracing(config, endpoint);
}

/** Makes the demo's accounts and its day at the desk, if they are not there yet. */
async function withDemo(services: Services): Promise<Services> {
  await seedDemo(services);
  await seedDay(services);
  await fundTreasury(services);
  await sendFirstCoins(services);
  await proveFirstReserves(services);
  await receiveFirstEther(services);
  return { ...services, pastPrices: await withShockedPast(services) };
}

async function start(config: Config): Promise<void> {
  const made = await createServices(config);
  const services = config.DEMO ? await withDemo(made) : made;
  warnOfProduction(services);
  await leaveDemo(services);
  await warnOfUnpriced(services);
  await warnOfLowFees(services);
  const metrics = await startMetrics(services);
  const tracing = await startTracing(services);
  const app = await createApp(services, HTTP_TIMES, (measured) => {
    metrics?.measure(measured);
    tracing?.watch(measured);
  });
  const stopBackgroundWork = startBackgroundWork(services);
  let stopping = false;
  /** @param delay milliseconds for which a balancer may still send requests */
  const stop = async (delay: number): Promise<void> => {
    if (stopping) return;
    stopping = true;
    const longest = Math.max(LONGEST_STOP_MILLISECONDS, delay + LONGEST_END_MILLISECONDS);
    setTimeout(() => {
      services.log.error("not everything stopped in time");
      process.exit(1);
    }, longest).unref();
    services.vitals.stopping = true;
    endKeptConnections(app.server);
    await wait(delay);
    await app.close();
    await stopBackgroundWork();
    await Promise.all([metrics?.close(), tracing?.close()]);
    await services.database.close();
    process.exit(0);
  };
  process.on("SIGTERM", () => void stop(config.STOP_DELAY * 1000));
  // Someone at a terminal.
  process.on("SIGINT", () => void stop(0));

  await app.listen({ host: config.HOST, port: config.PORT });
  const address = app.server.address();
  const port = typeof address === "object" && address !== null ? address.port : config.PORT;
  console.log(banner(`http://${config.HOST}:${port}`, config.DEMO, config.brand.name));
}

let config: Config | undefined;
try {
  config = readConfig(process.env);
  await start(config);
} catch (error) {
  const line = error instanceof ConfigError ? error.message : config && startFailure(error, config);
  console.error(line ?? error);
  process.exit(1);
}
