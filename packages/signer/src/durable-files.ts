import { closeSync, fsyncSync, openSync, renameSync, writeSync } from "node:fs";
import path from "node:path";

/** Makes the names in a file's folder survive a power cut. */
function keepFolder(file: string): void {
  const folder = openSync(path.dirname(path.resolve(file)), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Writes and keeps bytes: they are on the disk once it returns. `flags` as for `open`. */
function write(file: string, content: string | Uint8Array, flags: "a" | "w" | "wx"): void {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const handle = openSync(file, flags, 0o600);
  try {
    for (let written = 0; written < bytes.length;) written += writeSync(handle, bytes, written);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Makes a file that must not be there yet, which only its owner can read. */
export function createFile(file: string, content: string): void {
  write(file, content, "wx");
  keepFolder(file);
}

export function appendToFile(file: string, content: string): void {
  write(file, content, "a");
  keepFolder(file);
}

/** Writes a file that is whole or not there, even if the machine stops meanwhile. */
export function replaceFile(file: string, content: string | Uint8Array): void {
  write(`${file}.part`, content, "w");
  renameSync(`${file}.part`, file);
  keepFolder(file);
}
