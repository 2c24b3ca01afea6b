// A proof of reserves over two networks, each of which signs its own block.
import { pbkdf2Sync } from "node:crypto";
import { HDKey } from "@scure/bip32";
import type { CreatedToken } from "@wattle/contracts/tokens";
import type { ReservesDocument } from "@wattle/contracts/reserves";
import { findChainState } from "@wattle/db/chains";
import { DIALECTS } from "@wattle/db/testing/databases";
import { parseAddress } from "@wattle/ethereum/address";
import { signMessage } from "@wattle/ethereum/message";
import { signTransfer } from "@wattle/ethereum/sign-transfer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ETHEREUM } from "../../chains/ethereum.ts";
import { createEthereumSource } from "../../chains/ethereum-source.ts";
import { createFollower } from "../../chains/follow.ts";
import { proveWithDemoKey } from "../../demo/demo-signer.ts";
import { publishLiabilities } from "../../liabilities/publish-liabilities.ts";
import { checkReserves } from "../../reserves/check-unspent.ts";
import type { TestApp } from "../../testing/app-for-test.ts";
import { mutate } from "../../testing/call-procedure.ts";
import { startCoinDesk } from "../../testing/coin-payout.ts";
import { coinAddressOf } from "../../testing/play-network.ts";
import { publishedDocuments, RESERVES_PATH, runProgram } from "../../testing/published-documents.ts";

const ETHER = 10n ** 18n;
const GWEI = 10n ** 9n;

const DEMO_KEYS = HDKey.fromMasterSeed(
  pbkdf2Sync(Array.from({ length: 12 }, () => "all").join(" "), "mnemonic", 2048, 64, "sha512"),
);
/** A key of the demo's treasury. */
function treasuryKey(index: number): Uint8Array {
  const { privateKey } = DEMO_KEYS.derive(`m/44'/60'/1'/0/${index}`);
  if (privateKey === null) throw new TypeError("the key has no private half");
  return privateKey;
}

/** The play chain of Ethereum, followed for its balances only. */
async function followEther({ services }: TestApp) {
  const {
    clock,
    database,
    networks: { ethereum },
  } = services;
  if (ethereum?.play === undefined) throw new Error("Ethereum is off");
  const { chainId, node, play } = ethereum;
  await play.begin();
  const now = (): number => clock.now();
  const follower = createFollower({
    network: ETHEREUM,
    source: createEthereumSource({ network: ETHEREUM, chainId, node, database, now }),
    database,
    now,
    from: "first block",
    hooks: {},
    every: 1000,
    follower: "the test's",
  });
  const mine = async (rewards: Parameters<typeof play.mine>[1] = []): Promise<void> => {
    await play.mine(1, rewards);
    await play.mine(1, []);
    await follower.follow();
  };
  await follower.follow();
  return { chainId, node, mine };
}

interface SignedFile {
  readonly message: string;
  proofs: { readonly network: string; readonly address: string; proof: string }[];
}

const encoded = (file: object): string => Buffer.from(JSON.stringify(file)).toString("base64");
const decoded = (content: string): SignedFile =>
  JSON.parse(Buffer.from(content, "base64").toString()) as SignedFile;
const short = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;

describe.each(DIALECTS)("the proof of reserves of two networks, on %s", (dialect) => {
  let world: Awaited<ReturnType<typeof startCoinDesk>> & Awaited<ReturnType<typeof followEther>>;
  let treasury: string;
  let url: string;
  beforeAll(async () => {
    const desk = await startCoinDesk(dialect);
    world = { ...desk, ...(await followEther(desk.api)) };
    const { data } = await mutate<{ address: string }>(world.desk.client, "ops.wallets.address", {
      network: "ethereum",
    });
    treasury = data.address;
    await world.mine([{ script: parseAddress(treasury).script, wei: 50n * ETHER + 12_345_678_901n }]);
    url = `http://127.0.0.1:${await world.api.listen()}`;
    await publishLiabilities(world.api.services);
  });
  afterAll(() => world.api.close());

  const challenge = async (): Promise<string> => {
    const { data, message } = await mutate<{ content: string }>(
      world.desk.client,
      "ops.reserves.challenge",
      {},
    );
    expect(data?.content, message).toBeTypeOf("string");
    return data.content;
  };
  const prove = (content: string): string =>
    Buffer.from(proveWithDemoKey(Buffer.from(content, "base64"))).toString("base64");
  const publish = (content: string) =>
    mutate<ReservesDocument>(world.desk.client, "ops.reserves.publish", { content });
  const refusalOf = async (content: string): Promise<string | undefined> =>
    (await publish(content)).errors?.["content"]?.[0];
  const published = async () => (await world.api.client().get<ReservesDocument>(RESERVES_PATH)).body;
  const etherOf = ({ networks }: ReservesDocument) =>
    networks.find(({ network }) => network === "ethereum")?.currencies[0];
  /** The treasury pays someone else. */
  const leave = async (wei: bigint): Promise<void> => {
    const { chainId, node, mine } = world;
    const nonce = await node.nonceAt(parseAddress(treasury).script, (await node.tip()).height);
    const fees = { gasLimit: 21_000n, maxFee: 30n * GWEI, maxTip: GWEI };
    const to = `0x${"34".repeat(20)}`;
    await node.send(signTransfer({ chainId, nonce, to, value: wei, ...fees }, treasuryKey(0)));
    await mine();
  };

  test("has ether as a balance at its own settled block, rounded down to 8 decimals", async () => {
    const customer = world.api.client();
    await customer.login("customer@demo.test");
    const { address } = await coinAddressOf(customer, "ETH");
    await world.mine([{ script: parseAddress(address).script, wei: ETHER }]);
    expect((await publish(prove(await challenge()))).status).toBe(200);
    const document = await published();
    const [bitcoin, ethereum] = document.networks;
    expect([bitcoin?.network, ethereum?.network]).toEqual(["bitcoin", "ethereum"]);
    const settled = (await findChainState(world.api.services.database.read, ETHEREUM))?.settled_height;
    expect(BigInt(ethereum?.height ?? 0)).toBe(settled);
    expect(ethereum?.hash).toBe(await world.node.hashAt(ethereum?.height ?? 0));
    const [wei = 0n] = await world.node.balances([parseAddress(treasury).script], ethereum?.height ?? 0);
    const units = wei / 10n ** 10n;
    const amount = `${units / 10n ** 8n}.${String(units % 10n ** 8n).padStart(8, "0")}`;
    const message = `Wattle reserves ${document.id} ${document.liabilities} ${ethereum?.hash}`;
    const proof = signMessage(message, treasuryKey(0));
    expect(etherOf(document)).toMatchObject({
      currency: "ETH",
      total: amount,
      items: [{ address: treasury, amount, outputs: [], proof }],
    });
    expect([document.spent, document.lower]).toEqual([[], []]);
    expect(JSON.stringify(document)).not.toContain(address);
  });

  test("passes, next to the proof of liabilities, the programs that anyone can take", async () => {
    const held = await runProgram(["examples/verify-reserves.mjs", url]);
    expect(held).toMatch(/BTC: [\d.]+ held, [\d.]+ owed, cover [\d.]+: proven\./);
    expect(held).toMatch(/ETH: [\d.]+ held, 40\.\d+ owed, cover [\d.]+: proven\./);
    expect(held).toContain("the exchange found nothing spent.");
    const customer = world.api.client();
    await customer.login("customer@demo.test");
    const { data } = await mutate<CreatedToken>(customer, "tokens.create", {
      name: "Checker",
      scopes: ["read"],
    });
    const env = { WATTLE_URL: url, WATTLE_TOKEN: data.token };
    const owed = await runProgram(["examples/verify-liabilities.mjs"], env);
    for (const code of ["AUD", "BTC", "ETH"])
      expect(owed).toMatch(new RegExp(`${code}: \\d+ of \\d+ smallest units, in [2-4] leaves: counted`));
  });

  // The program starts once for each change, and the document is the same on both databases.
  test.runIf(dialect === "sqlite")(
    "is refused by that program with a part of either network changed",
    async () => {
      const { checkFalse, close, genuine } = await publishedDocuments(world.api);
      const itemOf = ({ networks }: ReservesDocument, at: 0 | 1) => networks[at]?.currencies[0]?.items[0];
      const change =
        (at: 0 | 1, by: Partial<NonNullable<ReturnType<typeof itemOf>>>) =>
        (document: ReservesDocument): void =>
          void Object.assign(itemOf(document, at) ?? {}, by);
      const [bitcoin = "", ether = ""] = ([0, 1] as const).map((at) => itemOf(genuine, at)?.address);
      const wrong = (address: string): string => `${address}: its proof is wrong.`;
      const { id, liabilities, networks } = genuine;
      const another = `Wattle reserves ${id} ${liabilities} ${networks[1]?.hash}`;
      const foreign = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
      try {
        const cases: readonly (readonly [(document: ReservesDocument) => void, string])[] = [
          [change(0, { proof: itemOf(genuine, 1)?.proof ?? "" }), wrong(bitcoin)],
          [change(1, { proof: itemOf(genuine, 0)?.proof ?? "" }), wrong(ether)],
          [change(1, { proof: signMessage(another, treasuryKey(1)) }), wrong(ether)],
          [change(1, { address: foreign }), wrong(foreign)],
          [change(1, { amount: "1.00000000" }), "ETH: the addresses do not add up."],
          [
            (document) => Object.assign(document.networks[1] ?? {}, { hash: document.networks[0]?.hash }),
            wrong(ether),
          ],
          [
            ({ lower }) => void lower.push({ network: "ethereum", address: ether, amount: "1.00000000" }),
            `the exchange found ${ether} has 1.00000000 now.`,
          ],
        ];
        for (const [forge, text] of cases) expect(await checkFalse(forge)).toContain(text);
      } finally {
        close();
      }
    },
  );

  const bitcoinAddress = ({ proofs }: SignedFile): string =>
    proofs.find(({ network }) => network === "bitcoin")?.address ?? "";

  test.each<[string, (file: SignedFile) => void, (file: SignedFile) => string]>([
    [
      "a signature of another address",
      (file) => {
        const other = signMessage(file.message, treasuryKey(1));
        for (const each of file.proofs) if (each.network === "ethereum") each.proof = other;
      },
      () => `${short(treasury)}: the proof is wrong`,
    ],
    [
      "signatures that are swapped",
      ({ proofs }) => {
        const [one, two] = [proofs[0], proofs.at(-1)];
        if (one && two) [one.proof, two.proof] = [two.proof, one.proof];
      },
      (file) => `${short(bitcoinAddress(file))}: the proof is wrong`,
    ],
    [
      "a signature over the other network's block",
      (file) => {
        const other = signMessage(file.message, treasuryKey(0));
        for (const each of file.proofs) if (each.network === "ethereum") each.proof = other;
      },
      () => `${short(treasury)}: another network's block`,
    ],
    [
      "a signature over a block that no one asked for",
      (file) => {
        const other = signMessage(file.message.replace(/\S+$/, "0".repeat(64)), treasuryKey(0));
        for (const each of file.proofs) if (each.network === "ethereum") each.proof = other;
      },
      () => `${short(treasury)}: the proof is wrong`,
    ],
    [
      "a foreign address",
      ({ proofs }) => {
        const address = `0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed`;
        proofs.push({ network: "ethereum", address, proof: "0x" });
      },
      () => "0x5aAe…eAed was not asked for",
    ],
    [
      "no signature of an address",
      (file) => {
        file.proofs = file.proofs.filter(({ network }) => network !== "ethereum");
      },
      () => `${short(treasury)}: the proof is missing`,
    ],
  ])("is not published with %s, which it names", async (_case, change, text) => {
    const file = decoded(prove(await challenge()));
    change(file);
    expect(await refusalOf(encoded(file))).toBe(text(file));
  });

  test("is not published with the file of an older block", async () => {
    const old = prove(await challenge());
    await world.mine();
    await challenge();
    expect(await refusalOf(old)).toBe("The file answers another challenge");
  });

  test("has a coin of which the treasury has nothing, as not covered", async () => {
    await world.api.services.database.write((tx) =>
      tx.deleteFrom("chain_balances").where("network", "=", "ethereum").execute(),
    );
    expect((await publish(prove(await challenge()))).status).toBe(200);
    expect(etherOf(await published())).toMatchObject({ total: "0.00000000", cover: "0.0000", items: [] });
    expect(await runProgram(["examples/verify-reserves.mjs", url])).toContain("ETH: 0.00000000 held");
    // The next block has the balance again.
    await world.mine();
  });

  test("is not published once a balance is lower than was asked about", async () => {
    const file = prove(await challenge());
    await leave(ETHER / 2n);
    expect(await refusalOf(file)).toBe(`${short(treasury)}: spent meanwhile`);
  });

  test("says the next day whether a balance is lower than was proven, and with what", async () => {
    const { api, mine } = world;
    expect((await publish(prove(await challenge()))).status).toBe(200);
    const nextDay = async (): Promise<ReservesDocument> => {
      api.clock.advance(86_400_000);
      await mine();
      await checkReserves(api.services);
      return published();
    };
    const before = await published();
    await mine([{ script: parseAddress(treasury).script, wei: ETHER }]);
    await leave(ETHER / 2n);
    // More came than left.
    expect((await nextDay()).lower).toEqual([]);
    await leave(20n * ETHER);
    const after = await nextDay();
    const [lower] = after.lower;
    expect(lower).toMatchObject({ network: "ethereum", address: treasury });
    expect(Number(lower?.amount)).toBeLessThan(Number(etherOf(before)?.total) - 19);
    expect(after.spent).toEqual([]);
    expect(after.networks).toEqual(before.networks);
    expect(await runProgram(["examples/verify-reserves.mjs", url])).toContain(
      `${treasury} has ${lower?.amount} now`,
    );
  });
});
