import { createServer } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startFailure } from "./start-failure.ts";
import { startServer } from "./testing/server-process.ts";

const failure = (properties: object): Error => Object.assign(new Error("failed"), properties);
const CONFIG = { HOST: "nowhere.test", PORT: 3000 };

describe("what a failed start says", () => {
  test.each([
    [{ code: "EADDRINUSE", syscall: "listen" }, /^PORT: got 3000, which is taken; takes /],
    [{ code: "EACCES", syscall: "listen" }, /^PORT: got 3000, which this user may not open; takes /],
    [{ code: "EADDRNOTAVAIL", syscall: "listen" }, /^HOST: got "nowhere.test", which cannot be listened on/],
    [
      { code: "ENOTFOUND", syscall: "getaddrinfo", hostname: "nowhere.test" },
      /^HOST: got "nowhere.test", which is not known/,
    ],
    [
      { code: "ENOTFOUND", syscall: "getaddrinfo", hostname: "db.test" },
      /^DATABASE_URL: the database cannot be opened \(ENOTFOUND\)/,
    ],
    [
      { code: "ECONNREFUSED", syscall: "connect" },
      /^DATABASE_URL: the database cannot be opened \(ECONNREFUSED\)/,
    ],
    [{ code: "SQLITE_CANTOPEN" }, /^DATABASE_URL: the database cannot be opened \(SQLITE_CANTOPEN\)/],
    [{ code: "EACCES", syscall: "mkdir" }, /^DATABASE_URL: the database cannot be opened \(EACCES\)/],
    [{ code: "ENOENT", syscall: "stat" }, /^DATABASE_URL: the database cannot be opened \(ENOENT\)/],
    [{ message: "Query read timeout" }, /^DATABASE_URL: the database does not answer/],
    [{ code: "28P01" }, /^DATABASE_URL: the database lets no one in \(28P01\)/],
    [{ code: "3D000" }, /^DATABASE_URL: the database lets no one in \(3D000\)/],
  ])("%j is a setting's fault", (properties, line) => {
    const text = startFailure(failure(properties), CONFIG);
    expect(text).toMatch(line);
    expect(text).not.toContain("\n");
  });

  test.each([failure({}), failure({ code: "42601" }), "text", undefined])("%j is not", (error) => {
    expect(startFailure(error, CONFIG)).toBeUndefined();
  });
});

describe("the real server", () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(path.join(tmpdir(), "wattle-start-"));
  });
  afterAll(() => {
    rmSync(directory, { recursive: true });
  });
  const url = (name: string): string => `sqlite:${path.join(directory, name)}`;

  test("ends with one line about a wrong setting, and a non-zero code", async () => {
    await expect(startServer({ DATABASE_URL: url("a.db"), PORT: "banana" })).rejects.toThrow(
      /ended with 1 before it listened:\nPORT: got "banana"; takes a whole number from 0 to 65535\n$/,
    );
  });

  test("ends with one line about a port that is taken", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const address = taken.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    try {
      await expect(
        startServer({ DATABASE_URL: url("b.db"), PORT: String(port), DEMO: "false" }),
      ).rejects.toThrow(new RegExp(`before it listened:\nPORT: got ${port}, which is taken; .*\n$`));
    } finally {
      taken.close();
    }
  });

  test("stops when asked, and starts again on the same database", async () => {
    for (let start = 0; start < 2; start++) {
      const server = await startServer({ DATABASE_URL: url("c.db") });
      const answer = await fetch(`${server.origin}/readyz`);
      expect(answer.status).toBe(200);
      await answer.text();
      expect(await server.stop()).toBe(0);
    }
  });

  test("stops in order the moment it says that it is up", async () => {
    const server = await startServer({ DATABASE_URL: url("d.db") });
    expect(await server.stop()).toBe(0);
  });
});
