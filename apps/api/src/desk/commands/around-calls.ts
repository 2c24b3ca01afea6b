import type { DeskCaller } from "./command.ts";

interface Called {
  /** The procedure: `ops.deposits.confirm`. */
  readonly path: string;
  readonly input: unknown;
  readonly call: () => Promise<unknown>;
}

/** The desk's procedures, each of which is called by a function. @param around calls it, and answers */
export function aroundCalls(ops: DeskCaller, around: (called: Called) => Promise<unknown>): DeskCaller {
  const wrapped = <T extends object>(target: T, path: string): T =>
    new Proxy(target, {
      get: (of, name) => {
        const part: unknown = Reflect.get(of, name);
        return typeof part === "function" ? wrapped(part, `${path}.${String(name)}`) : part;
      },
      apply: (of, self, words) =>
        around({
          path,
          input: (words as readonly unknown[])[0],
          call: () => Reflect.apply(of as () => Promise<unknown>, self, words),
        }),
    });
  return wrapped(ops, "ops");
}
