import { vi } from "vitest";

// Thousands of accounts log in in these tests. `access/passwords.test.ts` tests the cost of a hash.
vi.mock("@node-rs/argon2", async (original) => {
  const argon2 = await original<typeof import("@node-rs/argon2")>();
  return {
    ...argon2,
    hash: (password: string) => argon2.hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 }),
  };
});
