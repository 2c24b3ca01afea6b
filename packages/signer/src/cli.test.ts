import { spawn as start } from "node:child_process";
import { appendFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { Transaction } from "@scure/btc-signer";
import { checkSigned } from "@wattle/bitcoin/check-signed";
import { parseDescriptor } from "@wattle/bitcoin/descriptor";
import { checkMessage } from "@wattle/bitcoin/message";
import { buildPaymentFile, type PaymentInput, type PaymentOutput } from "@wattle/bitcoin/payment-file";
import { parseAddress } from "@wattle/bitcoin/address";
import { receive, scriptAt, TREASURY as FOREIGN } from "@wattle/bitcoin/testing/wallets";
import { describe, expect, test } from "vitest";
import { CLI, machine, walletsOf, WORDS } from "./testing/run-signer.ts";

const STRANGER = Uint8Array.of(0x51, 32, ...new Uint8Array(32).fill(9));
const OTHER = Uint8Array.of(0x51, 32, ...new Uint8Array(32).fill(8));

/** A machine with coins, and files that spend them. */
function setUp() {
  const own = machine();
  const [deposits, treasury] = walletsOf(own);
  const coins: readonly PaymentInput[] = [
    receive({ wallet: treasury, branch: 0, index: 0 }, 10_000_000n),
    receive({ wallet: deposits, branch: 0, index: 7 }, 5_000_000n),
  ];
  const change = (satoshi: bigint): PaymentOutput => {
    const place = { wallet: treasury, branch: 1, index: 3 } as const;
    return { script: scriptAt(place), satoshi, place };
  };
  const pay = (satoshi: bigint, script = STRANGER): PaymentOutput => ({ script, satoshi });
  const file = (name: string, outputs: readonly PaymentOutput[], inputs = coins): string =>
    own.write(name, buildPaymentFile(inputs, outputs));
  return { ...own, deposits, treasury, coins, change, pay, file };
}

describe("init", () => {
  test("makes a seed that only its owner can read, shows its words once, and never overwrites it", () => {
    const { spawn: run, place, read } = machine("");
    rmSync(place("seed"), { force: true });
    const { code, out } = run("init");
    const words = Array.from(out.matchAll(/^ ?\d+ {2}(\w+)$/gm), ([, word]) => word).join(" ");
    expect({ code, words: words.split(" ") }).toMatchObject({ code: 0, words: { length: 24 } });
    expect(new TextDecoder().decode(read("seed"))).toBe(`${words}\n`);
    expect(statSync(place("seed")).mode & 0o777).toBe(0o600);
    const again = run("init");
    expect(again).toMatchObject({ code: 1, out: "" });
    expect(again.error).toContain("never overwritten");
    for (const command of [["descriptors"], ["addresses"]])
      expect(run(...command).out).not.toContain(words.slice(0, 20));
  });
});

describe("descriptors and addresses", () => {
  test("are those of the seed, for the main and the test networks", () => {
    const { run } = machine(`${"abandon ".repeat(11)}about`);
    const { out } = run("descriptors");
    expect(out).toContain("Anyone can know this seed");
    const found = out.match(/wpkh\(\S+/g) ?? [];
    expect(found.map((text, at) => parseDescriptor(text, at < 2 ? "main" : "regtest").account)).toEqual([
      0, 1, 0, 1,
    ]);
    expect(found[0]).toContain(
      "[73c5da0a/84h/0h/0h]xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3",
    );
    expect(run("addresses", "--chain", "main", "--from", "0", "--to", "1").out.split("\n")).toEqual(
      expect.arrayContaining([
        "main     deposits        0  bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
        "main     deposits        1  bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g",
      ]),
    );
  });
});

describe("sign", () => {
  test("signs a payment, and shows what it does", () => {
    const { run, spawn, file, pay, change, place, read, memory } = setUp();
    const payout = file("payout.psbt", [pay(1_000_000n), change(13_990_000n)]);
    const shown = run("show", payout).out;
    expect(shown).toMatch(/Payments +1, 0\.01000000 BTC\n +0\.01000000 BTC +bcrt1p/);
    expect(shown).toMatch(/Fee +0\.00010000 BTC, 45\.248 sat\/vB/);
    expect(shown).toContain("would sign");
    expect(existsSync(memory)).toBe(false);
    const { code, out } = spawn("sign", "payout.psbt", "--out", "signed.psbt");
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(place("signed.psbt")) });
    expect(checkSigned(read("payout.psbt"), read("signed.psbt")).fee).toBe(10_000n);
    expect(out).not.toContain(WORDS.slice(0, 20));
  });

  test("refuses what would take more than it says", () => {
    const { run, file, pay, change, coins, deposits, treasury, write } = setUp();
    const stranger = receive({ wallet: FOREIGN, branch: 0, index: 1 }, 1_000_000n);
    const toPlace = (
      wallet: typeof treasury,
      branch: 0 | 1,
      index: number,
      as = { wallet, branch, index },
    ): PaymentOutput => ({
      script: scriptAt({ wallet, branch, index }),
      satoshi: 14_000_000n,
      place: as,
    });
    const withoutPrevious = Transaction.fromPSBT(
      buildPaymentFile(coins, [pay(1_000_000n), change(13_990_000n)]),
    );
    withoutPrevious.updateInput(0, { nonWitnessUtxo: undefined });
    const cases: readonly (readonly [string, string, RegExp])[] = [
      ["previous", write("previous", withoutPrevious.toPSBT()), /no previous transaction/],
      ["fee", file("fee", [pay(1_000_000n), change(13_899_999n)]), /above the ceiling of 0\.00100000 BTC/],
      ["rate", file("rate", [pay(1_000_000n), change(13_955_000n)]), /above the ceiling of 200 sat\/vB/],
      ["more than there is", file("more", [pay(15_000_001n)]), /more than its inputs have/],
      [
        "a foreign input",
        file("foreign", [change(15_990_000n)], [...coins, stranger]),
        /is not of this seed/,
      ],
      [
        "a stranger's change",
        file("change", [toPlace(FOREIGN, 1, 0), pay(990_000n)]),
        /does not go to our treasury/,
      ],
      [
        "change with another key",
        file("key", [toPlace(FOREIGN, 1, 0, { wallet: treasury, branch: 1, index: 0 }), pay(990_000n)]),
        /treasury|another script/,
      ],
      [
        "change to a customer's address",
        file("customer", [toPlace(deposits, 0, 1), pay(990_000n)]),
        /does not go to our treasury/,
      ],
      [
        "change out of sight",
        file("far", [toPlace(treasury, 1, 2_000_000_000), pay(990_000n)]),
        /does not go to our treasury/,
      ],
      ["no file", "missing", /no such file/],
      ["another file", write("other", "<html>"), /not a payment file/],
    ];
    for (const [name, payout, message] of cases) {
      const { code, error } = run("sign", payout, "--out", "signed");
      expect({ name, code, error }).toEqual({ name, code: 1, error: expect.stringMatching(message) });
      expect(error).not.toMatch(/\n {4}at /);
    }
    expect(run("sign", "fee", "--out", "signed", "--max-fee", "0.01", "--max-rate", "1000").code).toBe(0);
  });

  test("keeps the limit of a day, in which a bump counts its difference only", () => {
    const { run, file, pay, change, coins, memory } = setUp();
    const [one, two] = coins.map((coin) => [coin]);
    file("first", [pay(6_000_000n), change(3_990_000n)], one);
    file("bump", [pay(6_000_000n), change(3_980_000n)], one);
    file("second", [pay(4_000_000n, OTHER), change(990_000n)], two);
    const sign = (name: string) => run("sign", name, "--out", `${name}.signed`, "--day-limit", "0.1");
    expect([sign("first").code, sign("bump").code]).toEqual([0, 0]);
    expect(sign("second")).toMatchObject({ code: 1, error: expect.stringContaining("within 24 hours") });
    const yesterday = readFileSync(memory, "utf8").replaceAll(/"at":\d+/g, '"at":1');
    writeFileSync(memory, yesterday);
    expect(sign("second").code).toBe(0);
  });

  test("pays nothing twice: a replacement has the same payments, fewer, or none", () => {
    const { run, file, pay, change, coins } = setUp();
    const [one = [], two = []] = coins.map((coin) => [coin]);
    const sign = (name: string, outputs: readonly PaymentOutput[], inputs = coins) => {
      file(name, outputs, inputs);
      return run("sign", name, "--out", `${name}.signed`);
    };
    const both = [pay(1_000_000n), pay(2_000_000n, OTHER)];
    expect(sign("first", [...both, change(11_990_000n)]).code).toBe(0);
    const refused = { code: 1, error: expect.stringContaining("signed before, for other payments") };
    expect(sign("amount", [pay(1_000_001n), change(13_980_000n)])).toMatchObject(refused);
    expect(sign("address", [pay(1_000_000n, OTHER), change(8_980_000n)], one)).toMatchObject(refused);
    expect(sign("more", [...both, pay(1_000_000n), change(10_980_000n)])).toMatchObject(refused);
    expect(sign("bump", [...both, change(11_980_000n)]).code).toBe(0);
    expect(sign("fewer", [pay(1_000_000n), change(8_980_000n)], one).code).toBe(0);
    // The other input could be mined next to it.
    expect(sign("again", [pay(1_000_000n), change(3_980_000n)], two)).toMatchObject(refused);
    expect(sign("cancel", [change(14_970_000n)]).code).toBe(0);
    expect(sign("after", [pay(3_000_000n), change(11_960_000n)])).toMatchObject(refused);
  });

  test("remembers before a signature goes out", () => {
    const { run, file, pay, change, memory } = setUp();
    file("payout", [pay(1_000_000n), change(13_990_000n)]);
    file("other", [pay(2_000_000n), change(12_980_000n)]);
    expect(run("sign", "payout", "--out", "no/such/folder").code).toBe(1);
    expect(readFileSync(memory, "utf8").split("\n")).toHaveLength(2);
    expect(run("sign", "other", "--out", "signed").code).toBe(1);
    expect(run("sign", "payout", "--out", "signed").code).toBe(0);
  });

  test("survives a kill -9 at any moment", async () => {
    const { run, file, pay, change, env, place, memory } = setUp();
    file("payout", [pay(1_000_000n), change(13_990_000n)]);
    file("other", [pay(2_000_000n), change(12_980_000n)]);
    for (let size = 0; size < 3; size += 1) {
      const child = start(process.execPath, [CLI, "sign", "payout", "--out", "signed"], { env });
      const ended = new Promise((resolve) => void child.once("exit", resolve));
      const before = existsSync(memory) ? statSync(memory).size : 0;
      while (child.exitCode === null && (existsSync(memory) ? statSync(memory).size : 0) === before)
        await new Promise((resolve) => void setImmediate(resolve));
      child.kill("SIGKILL");
      await ended;
      expect(existsSync(memory)).toBe(true);
    }
    expect(run("sign", "other", "--out", "signed")).toMatchObject({ code: 1 });
    expect(run("sign", "payout", "--out", "signed").code).toBe(0);
    expect(checkSigned(readFileSync(place("payout")), readFileSync(place("signed"))).txid).toHaveLength(64);
  });

  test("a line that was cut short is no memory, and a damaged one stops all", () => {
    const { run, file, pay, change, memory } = setUp();
    file("payout", [pay(1_000_000n), change(13_990_000n)]);
    file("bump", [pay(1_000_000n), change(13_980_000n)]);
    expect(run("sign", "payout", "--out", "signed").code).toBe(0);
    const kept = readFileSync(memory, "utf8");
    appendFileSync(memory, '{"at":17');
    expect(run("sign", "bump", "--out", "signed").code).toBe(0);
    expect(readFileSync(memory, "utf8").startsWith(kept)).toBe(true);
    expect(readFileSync(memory, "utf8").split("\n")).toHaveLength(3);
    writeFileSync(memory, `{"at":17\n${kept}`);
    expect(run("sign", "bump", "--out", "signed")).toMatchObject({
      code: 1,
      error: expect.stringContaining("memory file is damaged"),
    });
  });
});

describe("prove", () => {
  const MESSAGE = `Wattle reserves 0197a1 0197a2 ${"ab".repeat(32)}`;
  const challenge = (message: string, index: number) => {
    const own = machine();
    const [, treasury] = walletsOf(own);
    const addresses = own.run("addresses", "--chain", "regtest", "--from", "4", "--to", "4").out;
    const address = /treasury +4 +(\S+)/.exec(addresses)?.[1] ?? "";
    own.write(
      "challenge",
      JSON.stringify({ message, addresses: [{ network: "bitcoin", address, branch: 0, index }] }),
    );
    return { ...own, treasury, address };
  };

  test("signs the message of a proof of reserves for the treasury's addresses", () => {
    const { run, read, address } = challenge(MESSAGE, 4);
    expect(run("prove", "challenge", "--out", "proof").code).toBe(0);
    const { proofs } = JSON.parse(new TextDecoder().decode(read("proof"))) as {
      proofs: { proof: string; address: string }[];
    };
    expect(proofs).toEqual([{ network: "bitcoin", address, proof: expect.any(String) }]);
    expect(checkMessage(MESSAGE, parseAddress(address, "regtest").script, proofs[0]?.proof ?? "")).toBe(
      "valid",
    );
  });

  test.each([
    ["I am Wattle", 4, "not one of a proof of reserves"],
    [MESSAGE, 5, "not the treasury's address 0/5"],
    [MESSAGE, -1, "no place in the treasury"],
  ])("refuses %s at %d", (message, index, error) => {
    expect(challenge(message, index).run("prove", "challenge", "--out", "proof")).toMatchObject({
      code: 1,
      error: expect.stringContaining(error),
    });
  });
});

test.each([
  [[], "Name a command"],
  [["steal"], "Name a command"],
  [["sign", "a"], "--out FILE"],
  [["show"], "Name the file"],
  [["sign", "a", "b"], "takes no more files"],
  [["addresses", "--from", "3", "--to", "2"], "--to is below --from"],
  [["addresses", "--from", "x"], "--from is not a number"],
  [["sign", "a", "--out", "b", "--max-fee", "1e-3"], "--max-fee is not a number"],
  [["sign", "a", "--out", "b", "--day-limit", "0.123456789"], "--day-limit is not a number"],
  [["descriptors", "--chain", "moon"], "no network moon"],
  [["descriptors", "--seed", "abandon"], "--seed"],
])("%j is not understood", (args, message) => {
  const { code, error } = machine().run(...args);
  expect(code).toBe(2);
  expect(error).toContain(message);
  expect(error).not.toMatch(/\n {4}at /);
});

test("the command says so, too, without a stack", () => {
  const { code, out, error } = machine().spawn("sign", "a", "--out", "b");
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(error).toMatch(/^ENOENT: no such file.*\n$/);
  expect(machine().spawn("steal").code).toBe(2);
});

test("a seed file without a seed, or none, is said", () => {
  expect(machine("correct horse").run("descriptors")).toMatchObject({
    code: 1,
    error: expect.stringContaining("no seed words"),
  });
  const { run, place } = machine();
  rmSync(place("seed"));
  expect(run("descriptors")).toMatchObject({ code: 1, error: expect.stringContaining("no such file") });
});
