import { spawn, spawnSync } from "node:child_process";
import { createServer } from "node:net";

/** Whether this machine has a Redis or Valkey server to test against. */
export const REDIS_IS_INSTALLED = spawnSync("redis-server", ["--version"]).status === 0;

export interface RedisServer {
  readonly url: string;
  stop(): Promise<void>;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/** Starts an empty server that keeps nothing on disk. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort();
  const child = spawn(
    "redis-server",
    ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", "/tmp"],
    {
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let printed = "";
    child.stdout.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      if (/Ready to accept connections/i.test(printed)) resolve();
    });
    child.once("exit", () => reject(new Error(`redis-server ended:\n${printed}`)));
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
