import { vi } from "vitest";

// Thousands of accounts log in in these tests. What a hash costs is tested where passwords are (`access/passwords.test.ts`).
vi.mock("@node-rs/argon2", async (original) => {
  const argon2 = await original<typeof import("@node-rs/argon2")>();
  return {
    ...argon2,
    hash: (password: string) => argon2.hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 }),
  };
});
