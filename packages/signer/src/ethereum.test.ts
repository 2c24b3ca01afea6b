// Batches of Ethereum at the signer. Rules that both networks share are in `cli.test.ts`, too.
import { readFileSync, writeFileSync } from "node:fs";
import { buildBatchFile, type Purpose } from "@wattle/ethereum/batch-file";
import { checkSigned } from "@wattle/ethereum/check-signed";
import { deriveAddress, type Wallet } from "@wattle/ethereum/descriptor";
import { verifyMessage } from "@wattle/ethereum/message";
import { accountOf, MASTER } from "@wattle/ethereum/testing/wallets";
import { readSignedTransfer, type Transfer } from "@wattle/ethereum/transfer";
import { buildPaymentFile } from "@wattle/bitcoin/payment-file";
import { receive, scriptAt } from "@wattle/bitcoin/testing/wallets";
import { describe, expect, test } from "vitest";
import { etherWalletsOf, machine, walletsOf } from "./testing/run-signer.ts";

const GWEI = 10n ** 9n;
const ETHER = 10n ** 18n;
const STRANGER = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed";
const OTHER = "0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359";

/** A machine with wallets, and batches that it can sign. */
function setUp() {
  const own = machine();
  const [deposits, treasury] = etherWalletsOf(own);
  const home = deriveAddress(treasury, 0).script;
  interface Asked extends Partial<Transfer> {
    readonly what?: Purpose;
    readonly wallet?: Wallet;
    readonly index?: number;
  }
  const batch = (name: string, asked: readonly Asked[], chainId = 1n): string =>
    own.write(
      name,
      buildBatchFile({
        chainId,
        transfers: asked.map(({ what = "pay", wallet = treasury, index = 0, ...changes }) => ({
          what,
          from: { wallet, index },
          transfer: {
            chainId,
            nonce: 0n,
            to: STRANGER,
            value: ETHER / 10n,
            gasLimit: 21_000n,
            maxFee: 30n * GWEI,
            maxTip: GWEI,
            ...changes,
          },
        })),
      }),
    );
  const sign = (name: string, asked: readonly Asked[], ...more: readonly string[]) => {
    batch(name, asked);
    return own.run("sign", name, "--out", `${name}.signed`, ...more);
  };
  return { ...own, deposits, treasury, home, batch, sign };
}

describe("descriptors and addresses", () => {
  test("are those of the seed, on every chain", () => {
    const own = machine(`${"test ".repeat(11)}junk`);
    const { out } = own.run("descriptors");
    expect(out).toContain("Ethereum, on each of its chains");
    expect(out.match(/Anyone can know this seed/g)).toHaveLength(6);
    expect(etherWalletsOf(own).map(({ account }) => account)).toEqual([0, 1]);
    expect(own.run("addresses", "--chain", "main", "--from", "0", "--to", "1").out.split("\n")).toEqual(
      expect.arrayContaining([
        "ethereum deposits        0  0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
        "ethereum deposits        1  0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
      ]),
    );
  });
});

describe("sign", () => {
  test("signs each transfer of a batch, and shows what they do", () => {
    const { run, batch, read, home, deposits, memory } = setUp();
    batch("batch", [
      { nonce: 4n },
      { nonce: 5n, to: OTHER, value: 1n },
      { nonce: 6n, to: home, value: 0n, what: "cancel" },
      { nonce: 0n, to: home, wallet: deposits, index: 3, what: "sweep" },
    ]);
    const shown = run("show", "batch").out;
    expect(shown).toMatch(/Network +ethereum, chain 1\n/);
    expect(shown).toMatch(/Payments +2, 0\.100000000000000001 ETH\n/);
    expect(shown).toContain("  0.1 ETH  0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed  pay, nonce 4\n");
    expect(shown).toMatch(/To us +2, 0\.1 ETH\n/);
    expect(shown).toMatch(/Fee +at most 0\.00252 ETH, 30 gwei\n/);
    expect(shown).toContain("would sign");
    expect(run("sign", "batch", "--out", "signed").code).toBe(0);
    const signed = checkSigned(read("batch"), read("signed"));
    expect(new Set(signed.map(({ from, nonce }) => (from === home ? nonce : "deposit")))).toEqual(
      new Set([4n, 5n, 6n, "deposit"]),
    );
    expect(signed.every(({ raw, txid }) => readSignedTransfer(raw).txid === txid)).toBe(true);
    expect(readFileSync(memory, "utf8").trim().split("\n")).toHaveLength(4);
    expect(run("sign", "batch", "--out", "again").code).toBe(0);
    expect(read("again")).toEqual(read("signed"));
  });

  test.each<[string, Parameters<ReturnType<typeof setUp>["sign"]>[1][number], RegExp]>([
    [
      "a rate above the ceiling",
      { maxFee: 300n * GWEI + 1n },
      /300\.000000001 gwei is above the ceiling of 300 gwei/,
    ],
    [
      "a fee above the ceiling",
      { gasLimit: 200_000n, maxFee: 260n * GWEI },
      /0\.052 ETH is above the ceiling of 0\.05 ETH/,
    ],
    ["an address of another seed", { wallet: accountOf(MASTER, 1) }, /is not of this seed/],
    ["an address out of sight", { index: 20_000_000 }, /is not of this seed/],
    ["a sweep to a stranger", { what: "sweep" }, /marked as a sweep, and does not go to our treasury/],
    ["a cancelled nonce that pays", { what: "cancel" }, /marked as cancelled, and pays something/],
  ])("refuses %s", (_case, asked, error) => {
    const { sign } = setUp();
    expect(sign("batch", [{ nonce: 1n }, { nonce: 2n, ...asked }])).toMatchObject({
      code: 1,
      error: expect.stringMatching(error),
    });
  });

  test("takes other ceilings, which are in gwei and ether", () => {
    const { sign } = setUp();
    const dear = [{ maxFee: 400n * GWEI, gasLimit: 200_000n }];
    expect(sign("batch", dear, "--max-rate", "400").error).toContain("--max-fee");
    expect(sign("batch", dear, "--max-rate", "400", "--max-fee", "0.08").code).toBe(0);
  });

  test("refuses a file whose sender is not the one of its key", () => {
    const { run, write, read, batch, deposits } = setUp();
    batch("batch", [{}]);
    const file = new TextDecoder().decode(read("batch"));
    write("other", file.replace(/"from": "\w+"/, `"from": "${deriveAddress(deposits, 0).address}"`));
    expect(run("sign", "other", "--out", "signed").error).toContain("is not of this seed");
    write("form", file.replace('"value": "1', '"value": "0x1'));
    expect(run("sign", "form", "--out", "signed").error).toContain("damaged");
    write("json", '{"hello": 1}');
    expect(run("sign", "json", "--out", "signed").error).toContain("not a batch of transfers");
  });

  test("signs a nonce again for the same payment or for nothing, and for no other", () => {
    const { sign } = setUp();
    expect(sign("first", [{ nonce: 7n }, { nonce: 8n, to: OTHER }]).code).toBe(0);
    const refused = { code: 1, error: expect.stringContaining("signed before, for other payments") };
    expect(sign("amount", [{ nonce: 7n, value: 1n }])).toMatchObject(refused);
    expect(sign("address", [{ nonce: 7n, to: OTHER }])).toMatchObject(refused);
    expect(sign("exchanged", [{ nonce: 8n }, { nonce: 7n, to: OTHER }])).toMatchObject(refused);
    expect(sign("bump", [{ nonce: 7n, maxFee: 33n * GWEI, what: "bump" }]).code).toBe(0);
    expect(sign("late", [{ nonce: 9n }, { nonce: 8n }])).toMatchObject(refused);
    // The refused batch left nothing behind: its first nonce is free.
    expect(sign("free", [{ nonce: 9n, value: 5n }]).code).toBe(0);
  });

  test("pays nothing with a nonce that was cancelled", () => {
    const { sign, home } = setUp();
    expect(sign("pay", [{ nonce: 7n }]).code).toBe(0);
    expect(sign("cancel", [{ nonce: 7n, to: home, value: 0n, what: "cancel" }]).code).toBe(0);
    expect(sign("again", [{ nonce: 7n }])).toMatchObject({ code: 1 });
  });

  test("a nonce of another chain is another nonce", () => {
    const { run, batch, sign } = setUp();
    expect(sign("main", [{ nonce: 7n }]).code).toBe(0);
    batch("test", [{ nonce: 7n, value: 1n }], 11_155_111n);
    expect(run("sign", "test", "--out", "signed").code).toBe(0);
  });

  test("keeps the limit of a day over a batch and all before it, in which a bump counts its difference only", () => {
    const { sign, memory } = setUp();
    const limit = ["--day-limit", "0.25"];
    expect(sign("both", [{ nonce: 1n }, { nonce: 2n, value: ETHER / 5n }], ...limit)).toMatchObject({
      code: 1,
      error: expect.stringMatching(/0\.30126 ETH within 24 hours is above the limit of 0\.25 ETH/),
    });
    expect(sign("one", [{ nonce: 1n }, { nonce: 2n }], ...limit).code).toBe(0);
    expect(sign("bump", [{ nonce: 1n, maxFee: 60n * GWEI }], ...limit).code).toBe(0);
    expect(sign("more", [{ nonce: 3n, value: ETHER / 20n }], ...limit).code).toBe(1);
    writeFileSync(memory, readFileSync(memory, "utf8").replaceAll(/"at":\d+/g, '"at":1'));
    expect(sign("more", [{ nonce: 3n, value: ETHER / 20n }], ...limit).code).toBe(0);
  });
});

test("each coin has a day's limit of its own, and a memory of before there was Ethereum still counts", () => {
  const own = setUp();
  const [, treasury] = walletsOf(own);
  const coin = receive({ wallet: treasury, branch: 0, index: 0 }, 10_000_000n);
  const place = { wallet: treasury, branch: 1, index: 3 } as const;
  const file = (name: string, satoshi: bigint): string =>
    own.write(
      name,
      buildPaymentFile(
        [coin],
        [
          { script: scriptAt({ wallet: treasury, branch: 0, index: 50 }), satoshi },
          { script: scriptAt(place), satoshi: 9_990_000n - satoshi, place },
        ],
      ),
    );
  file("payout", 6_000_000n);
  const limit = ["--day-limit", "0.1"];
  expect(own.run("sign", "payout", "--out", "signed", ...limit).code).toBe(0);
  const kept = readFileSync(own.memory, "utf8");
  expect(kept).toContain('"network":"bitcoin"');
  writeFileSync(own.memory, kept.replace('"network":"bitcoin",', "").replace('"amount":', '"satoshi":'));
  file("other", 5_000_000n);
  expect(own.run("sign", "other", "--out", "signed").error).toContain("signed before, for other payments");
  expect(own.sign("batch", [{ value: ETHER / 20n }], ...limit).code).toBe(0);
  expect(own.sign("more", [{ nonce: 1n, value: ETHER / 20n }], ...limit).code).toBe(1);
  expect(own.run("sign", "payout", "--out", "signed", ...limit).code).toBe(0);
});

describe("prove", () => {
  const BLOCKS = { bitcoin: "ab".repeat(32), ethereum: `0x${"cd".repeat(32)}` };
  const message = (network: keyof typeof BLOCKS): string =>
    `Wattle reserves 0197a1 0197a2 ${BLOCKS[network]}`;

  test("signs for both networks in one challenge, each with the message of its block", () => {
    const { run, read, write, home, treasury } = setUp();
    const { address } = deriveAddress(treasury, 0);
    const bitcoin =
      /main +treasury +4 +(\S+)/.exec(run("addresses", "--from", "4", "--to", "4").out)?.[1] ?? "";
    write(
      "challenge",
      JSON.stringify({
        message: message("bitcoin"),
        addresses: [
          { network: "bitcoin", address: bitcoin, branch: 0, index: 4 },
          { network: "ethereum", address, branch: 0, index: 0, message: message("ethereum") },
        ],
      }),
    );
    expect(run("prove", "challenge", "--out", "proof").code).toBe(0);
    const answer = JSON.parse(new TextDecoder().decode(read("proof"))) as {
      readonly message: string;
      readonly proofs: readonly {
        readonly network: string;
        readonly address: string;
        readonly proof: string;
      }[];
    };
    expect(answer.message).toBe(message("bitcoin"));
    expect(answer.proofs.map(({ network }) => network)).toEqual(["bitcoin", "ethereum"]);
    expect(
      verifyMessage({
        address: home,
        message: message("ethereum"),
        signature: answer.proofs[1]?.proof ?? "",
      }),
    ).toBe(true);
  });

  test.each([
    ["another address of ours", { index: 1 }, "not the treasury's address 0/1"],
    ["the branch of change", { branch: 1 }, "not the treasury's address 1/0"],
    [
      "a stranger's address",
      { address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" },
      "not the treasury's address",
    ],
    ["another message", { message: "I am Wattle" }, "not one of a proof of reserves"],
  ])("refuses %s", (_case, changes, error) => {
    const { run, write, treasury } = setUp();
    const { address } = deriveAddress(treasury, 0);
    const asked = { network: "ethereum", address, branch: 0, index: 0, ...changes };
    write("challenge", JSON.stringify({ message: message("ethereum"), addresses: [asked] }));
    expect(run("prove", "challenge", "--out", "proof")).toMatchObject({
      code: 1,
      error: expect.stringContaining(error),
    });
  });
});
