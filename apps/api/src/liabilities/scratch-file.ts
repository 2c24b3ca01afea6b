import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const OWN_FILE = 0o600;

/** A file in the machine's temporary folder for what would not fit into memory. Its room is free again once the thread ends. */
export class ScratchFile {
  readonly #file: number;

  constructor() {
    const folder = mkdtempSync(path.join(tmpdir(), "wattle-liabilities-"));
    this.#file = openSync(path.join(folder, "scratch"), "wx+", OWN_FILE);
    // No one else can open it, and nothing is left if the process is killed.
    rmSync(folder, { recursive: true });
  }

  /** @throws Error `ENOSPC` if the folder is full */
  write(bytes: Uint8Array, at: number): void {
    for (let done = 0; done < bytes.length;)
      done += writeSync(this.#file, bytes, done, bytes.length - done, at + done);
  }

  /** Reads as many bytes as fit. @throws Error if there are not as many */
  read(into: Uint8Array, at: number): void {
    for (let done = 0; done < into.length;) {
      const read = readSync(this.#file, into, done, into.length - done, at + done);
      if (read === 0) throw new Error("a scratch file is shorter than what was written");
      done += read;
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}
