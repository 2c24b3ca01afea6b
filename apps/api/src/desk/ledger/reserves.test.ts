import { createHash } from "node:crypto";
import type { ReservesDocument } from "@wattle/contracts/reserves";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { proveWithDemoKey } from "../../demo/demo-signer.ts";
import { publishLiabilities } from "../../liabilities/publish-liabilities.ts";
import { checkReserves } from "../../reserves/check-unspent.ts";
import { coverOf } from "../../reserves/treasury.ts";
import { mutate } from "../../testing/call-procedure.ts";
import { EtherNetwork } from "../../testing/ether-network.ts";
import { newStaff } from "../../testing/new-staff.ts";
import { newSender, startCoinDesk, withdrawCoins } from "../../testing/coin-payout.ts";
import { publishedDocuments, RESERVES_PATH } from "../../testing/published-documents.ts";

test.each<[bigint, bigint, string | null]>([
  [0n, 0n, null],
  [1n, 0n, null],
  [0n, 3n, "0.0000"],
  [2n, 3n, "0.6666"],
  [3n, 3n, "1.0000"],
  [10_250n, 10_000n, "1.0250"],
])("%d held of %d owed covers %s", (held, owed, cover) => {
  expect(coverOf(held, owed)).toBe(cover);
});

interface SignedFile {
  readonly message: string;
  readonly proofs: { proof: string }[];
}

describe.each(DIALECTS)("the proof of reserves, on %s", (dialect) => {
  let world: Awaited<ReturnType<typeof startCoinDesk>>;
  let ether: EtherNetwork;
  beforeAll(async () => {
    world = await startCoinDesk(dialect);
    ether = new EtherNetwork(world.api);
  });
  afterAll(() => world.api.close());

  const challenge = async (client = world.desk.client): Promise<string> => {
    const { data, message } = await mutate<{ content: string }>(client, "ops.reserves.challenge", {});
    expect(data?.content, message).toBeTypeOf("string");
    return data.content;
  };
  const prove = (content: string): string =>
    Buffer.from(proveWithDemoKey(Buffer.from(content, "base64"))).toString("base64");
  const publish = (content: string, client = world.desk.client) =>
    mutate<ReservesDocument>(client, "ops.reserves.publish", { content });
  const published = async () => (await world.api.client().get<ReservesDocument>(RESERVES_PATH)).body;

  test("needs a proof of liabilities first; then what is held stands next to what is owed", async () => {
    const { desk, network, api } = world;
    expect((await mutate(desk.client, "ops.reserves.challenge", {})).code).toBe("state_conflict");
    expect((await api.client().get(RESERVES_PATH)).status).toBe(404);
    await newSender(api, network);
    const liabilities = await publishLiabilities(api.services);
    const answer = await publish(prove(await challenge()));
    expect(answer.status, answer.message).toBe(200);
    const document = await published();
    expect(document).toEqual(answer.data);
    const { signature, ...unsigned } = document;
    expect(JSON.parse(Buffer.from(signature.split(".")[1] ?? "", "base64url").toString())).toEqual(unsigned);
    expect(document).toMatchObject({ liabilities: liabilities?.id, spent: [] });
    const [chain] = document.networks;
    const [btc] = chain?.currencies ?? [];
    const owed = liabilities?.trees.find(({ currency }) => currency === "BTC")?.total;
    expect(btc?.owed.replaceAll(/^0\.0*|\./g, "")).toBe(owed);
    const sum = (amounts: readonly string[]) =>
      amounts.reduce((total, amount) => total + BigInt(amount.replace(".", "")), 0n);
    const items = btc?.items ?? [];
    expect(sum(items.map(({ amount }) => amount))).toBe(sum([btc?.total ?? ""]));
    expect(sum(items.flatMap(({ outputs }) => outputs.map(({ amount }) => amount)))).toBe(
      sum([btc?.total ?? ""]),
    );
    expect(btc?.cover).toBe(coverOf(sum([btc?.total ?? ""]), sum([btc?.owed ?? ""])));
    // No customer's address is in it.
    const customers = await api.services.database.read
      .selectFrom("coin_addresses")
      .select("address")
      .where("user_id", "is not", null)
      .execute();
    expect(customers.length).toBeGreaterThan(0);
    for (const { address } of customers) expect(JSON.stringify(document)).not.toContain(address);
  });

  // The program starts once for each change, and the document is the same on both databases.
  test.runIf(dialect === "sqlite")(
    "a program with another library checks it, and says which part was changed",
    async () => {
      const { checkForged, checkFalse, close, genuine } = await publishedDocuments(world.api);
      const held = ({ networks }: ReservesDocument) => networks[0]?.currencies[0];
      const change = (by: Partial<NonNullable<typeof first>>) => (document: ReservesDocument) =>
        Object.assign(held(document)?.items[0] ?? {}, by);
      const [first] = held(genuine)?.items ?? [];
      const wrong = `${first?.address}: its proof is wrong.`;
      try {
        expect(await checkFalse(() => {})).toMatch(/BTC: [\d.]+ held, [\d.]+ owed, cover [\d.]+: proven\./);
        const amount = change({ amount: "99.00000000" });
        expect(await checkForged(amount)).toContain("The signature does not fit the document.");
        expect(await checkFalse(amount)).toContain(`${first?.address}: its outputs do not add up.`);
        const otherBlock = (document: ReservesDocument): void => {
          for (const network of document.networks) network.hash = "0".repeat(64);
        };
        expect(await checkFalse(otherBlock)).toContain(wrong);
        const swap = (document: ReservesDocument): void => {
          const [one, two] = document.networks.flatMap(({ currencies }) => currencies[0]?.items ?? []);
          if (one === undefined || two === undefined) throw new Error("there are no two addresses");
          [one.proof, two.proof] = [two.proof, one.proof];
        };
        expect(await checkFalse(swap)).toContain(wrong);
        const foreign = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
        expect(await checkFalse(change({ address: foreign }))).toContain(`${foreign}: its proof is wrong.`);
        const [spent] = first?.outputs ?? [];
        const twice = change({
          amount: "2.00000000",
          outputs: Array.from({ length: 2 }, () => ({ txid: "ab", output: 1, amount: "1.00000000" })),
        });
        expect(await checkFalse(twice)).toContain("ab:1 is counted twice.");
        const { txid = "", output = 0 } = spent ?? {};
        expect(
          await checkFalse((document) => void document.spent.push({ network: "bitcoin", txid, output })),
        ).toContain(`the exchange found ${txid}:${output} is spent.`);
      } finally {
        close();
      }
    },
  );

  test("a file of another challenge, a forged or missing proof, and a repeat are refused", async () => {
    const old = await challenge();
    const content = await challenge();
    const refusedFor = async (file: string): Promise<unknown> => {
      const answer = await publish(file);
      return answer.errors?.["content"]?.[0] ?? answer.code;
    };
    const changed = (change: (file: SignedFile) => void): string => {
      const file = JSON.parse(Buffer.from(prove(content), "base64").toString()) as SignedFile;
      change(file);
      return Buffer.from(JSON.stringify(file)).toString("base64");
    };
    expect(await refusedFor("bm8=")).toBe("This is not a file that “prove” wrote");
    expect(await refusedFor(content)).toBe("This is not a file that “prove” wrote");
    expect(await refusedFor(prove(old))).toBe("The file answers another challenge");
    expect(await refusedFor(changed(({ proofs }) => void proofs.shift()))).toMatch(
      /^bcrt1q…\w{4}: the proof is missing$/,
    );
    expect(
      await refusedFor(
        changed(({ proofs: [first] }) => {
          if (first) first.proof = createHash("sha256").update("forged").digest("base64");
        }),
      ),
    ).toMatch(/^bcrt1q…\w{4}: the proof is wrong$/);
    expect((await publish(prove(content))).status).toBe(200);
    expect(await refusedFor(prove(content))).toBe("state_conflict");
  });

  test("the next day the document says which coins were spent since, and is signed again", async () => {
    const { api, network, desk } = world;
    const sender = await newSender(api, network);
    expect((await publish(prove(await challenge()))).status).toBe(200);
    const before = await published();
    await withdrawCoins(sender, "0.05");
    const stale = await challenge();
    await desk.sign((await desk.released()).id);
    await network.mine(3);
    const answer = await publish(prove(stale));
    expect(answer.errors?.["content"]?.[0]).toMatch(/^bcrt1q…\w{4}: spent meanwhile$/);
    await checkReserves(api.services);
    expect(await published()).toEqual(before);
    api.clock.advance(86_400_000);
    await network.mine(3);
    await checkReserves(api.services);
    const after = await published();
    expect(after.spent.length).toBeGreaterThan(0);
    expect(after.networks).toEqual(before.networks);
    expect(after.signature).not.toBe(before.signature);
    const [[was], [is]] = [before.checks, after.checks];
    expect(is?.height).toBeGreaterThan(was?.height ?? Infinity);
    expect((is?.checked_at ?? "") > (was?.checked_at ?? "z")).toBe(true);
  });

  const UNSEEN = "bitcoin: no recent block. See its node.";
  const DAY = 86_400_000;
  test.each<[string, () => Promise<void>, () => Promise<void>]>([
    [
      "whose node is down",
      async () => {
        await world.network.mine(3);
        await world.network.node({ state: "down" });
        await world.network.follow();
      },
      () => world.network.node({ state: "ok" }),
    ],
    ["that has had no block for hours", async () => {}, async () => {}],
    [
      "that is paused",
      async () => {
        await world.network.mine(3);
        await world.network.pause("Two nodes disagree.");
      },
      () => world.network.pause(null),
    ],
  ])(
    "a network %s keeps its last check, and is neither asked about nor published",
    async (_case, leave, back) => {
      const { api, network } = world;
      const mineBoth = async (): Promise<void> => {
        await network.mine(3);
        await ether.mine(2);
      };
      await mineBoth();
      const { client: first } = await newStaff(api, "finance");
      expect((await publish(prove(await challenge(first)), first)).status).toBe(200);
      const before = await published();
      const asked = prove(await challenge(first));
      api.clock.advance(10 * DAY);
      // The other's login has ended.
      const { client } = await newStaff(api, "finance");
      await leave();
      await ether.mine(2);
      await checkReserves(api.services);
      const [bitcoin, ethereum] = before.checks;
      const now = () => new Date(api.clock.now()).toISOString();
      const looked = { network: "ethereum", height: expect.any(Number), checked_at: now() };
      const meanwhile = await published();
      expect(meanwhile.checks).toEqual([bitcoin, looked]);
      expect(meanwhile.checks[1]?.height).toBeGreaterThan(ethereum?.height ?? Infinity);
      expect((await mutate(client, "ops.reserves.challenge", {})).message).toBe(UNSEEN);
      expect((await publish(asked, client)).message).toBe(UNSEEN);
      await back();
      await network.mine(3);
      await checkReserves(api.services);
      const after = await published();
      expect(after.checks).toEqual([
        { network: "bitcoin", height: expect.any(Number), checked_at: now() },
        meanwhile.checks[1],
      ]);
      expect(after.checks[0]?.height).toBeGreaterThan(bitcoin?.height ?? Infinity);
      expect((await publish(asked, client)).status).toBe(200);
    },
  );

  test("a balance is not said to be there by a node that is down", async () => {
    const { api, network } = world;
    await network.mine(3);
    await ether.mine(2);
    await ether.node({ state: "down" });
    await ether.follow();
    const { client } = await newStaff(api, "finance");
    const before = await published();
    expect((await mutate(client, "ops.reserves.challenge", {})).message).toBe(
      "ethereum: no recent block. See its node.",
    );
    api.clock.advance(DAY);
    await network.mine(3);
    await checkReserves(api.services);
    const { checks } = await published();
    expect(checks[0]).not.toEqual(before.checks[0]);
    expect(checks[1]).toEqual(before.checks[1]);
  });
});
