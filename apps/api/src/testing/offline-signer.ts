import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "vitest";

const SIGNER = path.resolve(import.meta.dirname, "../../../../packages/signer/src/cli.ts");
/** Seed words for tests only. */
const WORDS =
  "muscle shell capable aim ecology song canvas cabin scare fire blast cattle visa swap appear orphan under wave fragile picture steel popular leave exhibit";

/** The signer as people run it, on a machine of its own, with its seed and its memory. */
export class OfflineSigner {
  readonly #folder = mkdtempSync(path.join(tmpdir(), "wattle-signer-"));
  readonly #chain: string;
  #files = 0;

  /** @param chain of Bitcoin */
  constructor(chain = "") {
    this.#chain = chain;
    writeFileSync(path.join(this.#folder, "seed"), `${WORDS}\n`);
  }

  #run(...words: readonly string[]): string {
    const { status, stdout, stderr } = spawnSync(process.execPath, [SIGNER, ...words], {
      env: {
        ...process.env,
        SIGNER_SEED_FILE: path.join(this.#folder, "seed"),
        BITCOIN_CHAIN: this.#chain,
      },
      encoding: "utf8",
    });
    expect(status, stderr).toBe(0);
    return stdout;
  }

  /** Descriptors of deposits and treasury. @param form which those of a network have */
  descriptors(form: RegExp): readonly string[] {
    return this.#run("descriptors").match(form) ?? [];
  }

  /** Signs a batch's file. */
  readonly sign = (content: Uint8Array): Uint8Array => {
    const number = ++this.#files;
    const file = path.join(this.#folder, `file-${number}`);
    writeFileSync(file, content);
    this.#run("sign", file, "--out", `${file}-signed`);
    return readFileSync(`${file}-signed`);
  };

  close(): void {
    rmSync(this.#folder, { recursive: true });
  }
}
