import { createApp } from "./app.ts";
import { createServices } from "./compose.ts";
import { ConfigError } from "./config-error.ts";
import { readConfig, type Config } from "./config.ts";
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from "./demo/demo-accounts.ts";
import { seedDemo } from "./demo/seed-demo.ts";
import { startBackgroundWork } from "./background.ts";
import { warnOfDemoAccounts } from "./demo/warn-of-demo-accounts.ts";
import { warnOfProduction } from "./production-warnings.ts";
import { warnOfUnpriced } from "./markets/warn-of-unpriced.ts";
import { startFailure } from "./start-failure.ts";

/** Who stops a server waits ten seconds before it kills. */
const LONGEST_STOP_MILLISECONDS = 9000;

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

async function start(config: Config): Promise<void> {
  const services = await createServices(config);
  if (config.DEMO) await seedDemo(services);
  warnOfProduction(services);
  await warnOfDemoAccounts(services);
  await warnOfUnpriced(services);
  const app = await createApp(services);
  const stopBackgroundWork = startBackgroundWork(services);
  await app.listen({ host: config.HOST, port: config.PORT });
  const address = app.server.address();
  const port = typeof address === "object" && address !== null ? address.port : config.PORT;
  console.log(banner(`http://${config.HOST}:${port}`, config.DEMO, config.brand.name));

  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      services.log.error("not everything stopped in time");
      process.exit(1);
    }, LONGEST_STOP_MILLISECONDS).unref();
    await app.close();
    await stopBackgroundWork();
    await services.database.close();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop());
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
