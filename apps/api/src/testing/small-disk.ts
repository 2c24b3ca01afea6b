import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** A file system of a given size, which a test can fill. */
export interface SmallDisk {
  readonly folder: string;
  /** Leaves no room. */
  readonly fill: () => void;
  /** Gives the room back. */
  readonly empty: () => void;
  readonly close: () => void;
}

/** @returns undefined for anyone but an administrator: no one else can mount one */
export function smallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), "wattle-disk-"));
  try {
    const options = `size=${megabytes}m,mode=0777`;
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const filler = path.join(folder, "filler");
  return {
    folder,
    fill() {
      const [file, piece] = [openSync(filler, "a"), Buffer.alloc(64 * 1024)];
      try {
        for (let size = piece.length; size >= 512; size = writeWhole(file, piece, size) ? size : size / 2);
      } finally {
        closeSync(file);
      }
    },
    empty: () => rmSync(filler),
    close() {
      execFileSync("umount", ["--lazy", folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

/** @returns whether there was room for so many bytes */
function writeWhole(file: number, bytes: Buffer, size: number): boolean {
  try {
    return writeSync(file, bytes, 0, size) === size;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOSPC") return false;
    throw error;
  }
}
