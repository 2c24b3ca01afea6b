import { createApp } from "./app.ts";
import { createServices } from "./compose.ts";
import { ConfigError, readConfig } from "./config.ts";
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from "./demo/demo-accounts.ts";
import { seedDemo } from "./demo/seed-demo.ts";
import { startBackgroundWork } from "./background.ts";

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

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const services = await createServices(config);
  if (config.DEMO) await seedDemo(services);
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
    await app.close();
    await stopBackgroundWork();
    await services.database.close();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop());
}

try {
  await start();
} catch (error) {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (error instanceof ConfigError) console.error(error.message);
  else if (code === "EADDRINUSE")
    console.error(`PORT: the port is taken; takes a free one, such as PORT=3001 npm start`);
  else console.error(error);
  process.exit(1);
}
