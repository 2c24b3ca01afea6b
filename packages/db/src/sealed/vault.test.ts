import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newDataKeyText, parseDataKeys } from "./data-key.ts";
import type { Sealed, SealedColumn } from "./sealed-columns.ts";
import { SealError, sealingKeyOf, Vault } from "./vault.ts";

const [old, fresh] = [newDataKeyText(), newDataKeyText()];
const vault = new Vault(parseDataKeys(old));
const rotated = new Vault(parseDataKeys(`${fresh},${old}`));
const keyId = old.split(":")[0] ?? "";

/** A text posing as a sealed one, as someone who writes into the database can make it. */
const posing = <C extends SealedColumn>(text: string) => text as unknown as Sealed<C>;
const textOf = (sealed: Sealed<SealedColumn>): string => sealed as unknown as string;
const phone = (row: string, plain: string) => vault.seal("users.phone", row, plain);

describe("a sealed text", () => {
  test("opens to what was sealed, whatever it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), fc.string(), (plain, row) => {
        expect(vault.open("users.phone", row, phone(row, plain))).toBe(plain);
      }),
    );
  });

  test.each([
    ["an empty text", ""],
    ["a text that looks sealed", `v1.${keyId}.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAA`],
    ["a megabyte", "ü".repeat(500_000)],
  ])("%s", (_what, plain) => {
    expect(vault.open("users.phone", "a", phone("a", plain))).toBe(plain);
  });

  test("nothing stays nothing", () => {
    expect(vault.seal("users.phone", "a", null)).toBeNull();
    expect(vault.open("users.phone", "a", null)).toBeNull();
  });

  test("names its key, and is another each time", () => {
    const sealed = Array.from({ length: 1000 }, () => textOf(phone("a", "+61412345678")));
    expect(new Set(sealed).size).toBe(1000);
    expect(new Set(sealed.map((text) => text.split(".")[2])).size).toBe(1000);
    expect(new Set(sealed.map(sealingKeyOf))).toEqual(new Set([keyId]));
    expect(sealed.join("")).not.toContain("+61412345678");
  });

  test("one of an older key opens, new ones are sealed with the first", () => {
    expect(rotated.open("users.phone", "a", phone("a", "1"))).toBe("1");
    expect(sealingKeyOf(textOf(rotated.seal("users.phone", "a", "1")))).toBe(fresh.split(":")[0]);
  });

  test("moved to another row or column it does not open", () => {
    const sealed = phone("a", "1");
    expect(() => vault.open("users.phone", "b", sealed)).toThrow(SealError);
    expect(() => vault.open("users.middle_name", "a", posing(textOf(sealed)))).toThrow(SealError);
  });

  test("with any one character changed, left out or doubled it does not open", () => {
    const text = textOf(phone("a", "+61412345678"));
    for (let place = 0; place < text.length; place += 1) {
      const [before, own, after] = [text.slice(0, place), text[place], text.slice(place + 1)];
      const changes = ["A", "B", "Z", "_", ".", "", `${own}${own}`].filter((change) => change !== own);
      for (const change of changes) {
        const changed = `${before}${change}${after}`;
        expect(() => vault.open("users.phone", "a", posing(changed)), changed).toThrow(SealError);
      }
    }
  });

  test.each([
    ["plain text", "+61412345678"],
    ["nothing", ""],
    ["plain text", "+61412345678"],
    ["a version of later", "v2.k.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAA"],
    ["without a ciphertext", `v1.${keyId}.AAAAAAAAAAAAAAAA.`],
    ["a tag without a text", `v1.${keyId}.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA`],
  ])("%s is none", (_what, text) => {
    expect(() => vault.open("users.phone", "a", posing(text))).toThrow(SealError);
  });

  test("one of a key that is not there says which, and nothing of the value", () => {
    const lone = new Vault(parseDataKeys(fresh));
    expect(() => lone.open("users.phone", "a", phone("a", "1"))).toThrow(
      `users.phone of a is sealed with the key ${keyId}, which DATA_KEYS does not have`,
    );
  });

  test("another key under the same id does not open it", () => {
    const other = newDataKeyText().split(":")[1];
    const impostor = new Vault(parseDataKeys(`${keyId}:${other}`));
    expect(() => impostor.open("users.phone", "a", phone("a", "1"))).toThrow(SealError);
  });
});

describe("a sealed file", () => {
  const content = Buffer.from("%PDF-1.7 an identity document");

  test.each([
    ["empty", Buffer.alloc(0)],
    ["small", content],
    ["of 10 MB", Buffer.alloc(10 * 1024 * 1024, 0x5a)],
  ])("%s opens to what was sealed", (_what, plain) => {
    const sealed = vault.sealFile("a", plain);
    expect(sealingKeyOf(sealed)).toBe(keyId);
    expect(sealed.includes(plain.subarray(0, 64)) && plain.length > 0).toBe(false);
    expect(rotated.openFile("a", sealed).equals(plain)).toBe(true);
  });

  test("with any bit changed, cut off anywhere, or under another name it does not open", () => {
    const sealed = vault.sealFile("a", content);
    for (let place = 0; place < sealed.length; place += 1) {
      const changed = Buffer.from(sealed);
      changed[place] = (changed[place] ?? 0) ^ (1 << (place % 8));
      expect(() => vault.openFile("a", changed), `byte ${place}`).toThrow(SealError);
      expect(() => vault.openFile("a", sealed.subarray(0, place)), `cut at ${place}`).toThrow(SealError);
    }
    expect(() => vault.openFile("b", sealed)).toThrow(SealError);
    expect(() => vault.openFile("a", content)).toThrow(SealError);
  });
});

describe("DATA_KEYS", () => {
  const secret = Buffer.alloc(32, 1).toString("base64");
  test("lists keys with their ids, the first one seals", () => {
    const keys = parseDataKeys(`b:${secret}, a:${Buffer.alloc(32, 2).toString("base64")}`);
    expect(new Vault(keys).keyIds).toEqual(["b", "a"]);
    expect(JSON.stringify(keys)).not.toContain(secret);
  });

  test.each([
    ["nothing", "", "key 1 is not written as id:base64"],
    ["a key without an id", secret, "key 1 is not written as id:base64"],
    ["an id with a dot", `a.b:${secret}`, "key 1 is not written as id:base64"],
    ["an id of 33 characters", `${"a".repeat(33)}:${secret}`, "key 1 is not written as id:base64"],
    ["a comma at the end", `a:${secret},`, "key 2 is not written as id:base64"],
    ["31 bytes", `a:${Buffer.alloc(31).toString("base64")}`, "the key a is not 32 bytes in base64"],
    ["33 bytes", `a:${Buffer.alloc(33).toString("base64")}`, "the key a is not 32 bytes in base64"],
    ["no base64", `a:${"?".repeat(43)}=`, "the key a is not 32 bytes in base64"],
    ["one id twice", `a:${secret},a:${secret}`, "the key a is there twice"],
  ])("refuses %s", (_what, text, message) => {
    expect(() => parseDataKeys(text)).toThrow(message);
  });
});
