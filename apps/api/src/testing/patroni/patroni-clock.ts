import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { UNPACKED_ENV } from "./programs.ts";

/** Python's time of day, as Patroni asks for it. libfaketime breaks Python's `time.sleep`. */
const MODULE = `import os, time
right = time.time
def moved():
    with open(os.environ["CLOCK_FOLDER"] + "/seconds") as file:
        return right() + float(file.read())
time.time = moved
`;

/** The clock of a Patroni, apart from the machine's. Python's other clocks stay right. */
export interface PatroniClock {
  readonly env: Readonly<Record<string, string>>;
  /** Sets it so many seconds before (−) or after the right time. */
  readonly set: (seconds: number) => void;
}

/** A clock that is right until it is set. @param folder is made */
export function patroniClock(folder: string): PatroniClock {
  mkdirSync(folder);
  // Python imports it before anything else.
  writeFileSync(path.join(folder, "sitecustomize.py"), MODULE);
  const [file, next] = [path.join(folder, "seconds"), path.join(folder, "next")];
  const set = (seconds: number): void => {
    writeFileSync(next, String(seconds));
    renameSync(next, file);
  };
  set(0);
  const modules = [folder, UNPACKED_ENV["PYTHONPATH"]].filter((each) => each !== undefined);
  return { env: { CLOCK_FOLDER: folder, PYTHONPATH: modules.join(path.delimiter) }, set };
}
