import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isUniqueViolation } from "./database.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "./testing/databases.ts";
import { customer } from "./testing/fixtures.ts";
import { insertUser } from "./accounts.ts";
import {
  countLiveTokens,
  findTokenWithUser,
  hashToken,
  insertApiToken,
  listPersonalTokens,
  listServiceTokens,
  revokePersonalToken,
  revokeServiceToken,
  touchToken,
  type ApiToken,
} from "./tokens.ts";

describe.each(DIALECTS)("API tokens on %s", (dialect) => {
  let database: FreshDatabase;
  let made = 0;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    await database.write(async (tx) => {
      for (const id of ["ann", "bob"]) await insertUser(tx, customer(id));
    });
  });
  afterAll(() => database.close());

  const add = async (userId: string, changes: Partial<ApiToken> = {}): Promise<string> => {
    made += 1;
    const id = `token-${made}`;
    await database.write((tx) =>
      insertApiToken(tx, {
        id,
        user_id: userId,
        kind: "personal",
        name: "Price bot",
        token_hash: hashToken(`wat_${made}`),
        hint: "wat_abcd",
        scopes: '["read"]',
        procedures: "[]",
        addresses: "[]",
        created_at: BigInt(1000 + made),
        expires_at: null,
        ...changes,
      }),
    );
    return id;
  };

  test("a token is found by itself with its owner, never by its hash", async () => {
    const id = await add("ann", { token_hash: hashToken("wat_secret"), expires_at: 5000n });
    const found = await findTokenWithUser(database.read, "wat_secret");
    expect(found?.token).toEqual({
      id,
      kind: "personal",
      scopes: '["read"]',
      procedures: "[]",
      addresses: "[]",
      two_factor: 0n,
      expires_at: 5000n,
      app_id: null,
      last_used_at: null,
    });
    expect(found?.user).toMatchObject({ id: "ann", email: "ann@wattle.test", status: "verified" });
    expect(await findTokenWithUser(database.read, hashToken("wat_secret"))).toBeUndefined();
    expect(await findTokenWithUser(database.read, "wat_secreT")).toBeUndefined();
  });

  test("the same token cannot be stored twice", async () => {
    await add("ann", { token_hash: hashToken("wat_twice") });
    await expect(add("bob", { token_hash: hashToken("wat_twice") })).rejects.toSatisfy(isUniqueViolation);
  });

  test("only its owner revokes a personal token, once, and then it is gone", async () => {
    const id = await add("ann", { token_hash: hashToken("wat_gone") });
    const revoke = (userId: string): Promise<boolean> =>
      database.write((tx) => revokePersonalToken(tx, userId, id, 9000n));
    expect(await revoke("bob")).toBe(false);
    expect(await findTokenWithUser(database.read, "wat_gone")).toBeDefined();
    const answers = await Promise.all([revoke("ann"), revoke("ann")]);
    expect(answers.filter((revoked) => revoked)).toHaveLength(1);
    expect(await findTokenWithUser(database.read, "wat_gone")).toBeUndefined();
    expect((await listPersonalTokens(database.read, "ann")).map((token) => token.id)).not.toContain(id);
  });

  test("lists are newest first, and the two kinds stay apart", async () => {
    const first = await add("bob");
    const second = await add("bob");
    const service = await add("bob", { kind: "service", procedures: '["ops.deposits.list"]' });
    expect((await listPersonalTokens(database.read, "bob")).map((token) => token.id)).toEqual([
      second,
      first,
    ]);
    const services = await listServiceTokens(database.read, null);
    expect(services.map((token) => [token.id, token.created_by])).toEqual([[service, "bob@wattle.test"]]);
    expect(await database.write((tx) => revokePersonalToken(tx, "bob", service, 1n))).toBe(false);
    expect(await database.write((tx) => revokeServiceToken(tx, "bob", first, 1n))).toBe(false);
    expect(await listServiceTokens(database.read, "ann")).toEqual([]);
    expect(await database.write((tx) => revokeServiceToken(tx, "ann", service, 1n))).toBe(false);
    expect(await database.write((tx) => revokeServiceToken(tx, "bob", service, 1n))).toBe(true);
    expect(await listServiceTokens(database.read, null)).toEqual([]);
  });

  test("live tokens are those neither revoked nor expired", async () => {
    await database.write((tx) => insertUser(tx, customer("cai")));
    await add("cai");
    await add("cai", { expires_at: 2000n });
    const revoked = await add("cai");
    await database.write((tx) => revokePersonalToken(tx, "cai", revoked, 1n));
    const live = (now: bigint): Promise<number> => countLiveTokens(database.read, "cai", "personal", now);
    expect([await live(1999n), await live(2000n)]).toEqual([2, 1]);
  });

  test("a use is noted, but not again before its time", async () => {
    const id = await add("ann", { token_hash: hashToken("wat_used") });
    const use = async (at: bigint, ip: string): Promise<bigint | null | undefined> => {
      await database.write((tx) => touchToken(tx, id, { at, ip, since: at - 600n }));
      return (await findTokenWithUser(database.read, "wat_used"))?.token.last_used_at;
    };
    expect([await use(1000n, "1.1.1.1"), await use(1599n, "2.2.2.2"), await use(1600n, "3.3.3.3")]).toEqual([
      1000n,
      1000n,
      1600n,
    ]);
    const [token] = (await listPersonalTokens(database.read, "ann")).filter((each) => each.id === id);
    expect(token?.last_used_ip).toBe("3.3.3.3");
  });
});
