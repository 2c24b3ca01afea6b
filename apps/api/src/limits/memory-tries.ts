import type { TryStore } from "./limit-stores.ts";

/** Bounds the memory an attacker can take; the keys that were quiet longest go first. */
const LARGEST_KEYS = 100_000;

/** Tries in the memory of one process. */
export function createMemoryTries(): TryStore {
  const times = new Map<string, number[]>();

  function keep(key: string, recent: number[]): void {
    // Deleting first keeps the map ordered by last try.
    times.delete(key);
    if (recent.length > 0) times.set(key, recent);
    if (times.size > LARGEST_KEYS) {
      const quietest = times.keys().next();
      if (!quietest.done) times.delete(quietest.value);
    }
  }

  function takeBack(key: string, time: number): void {
    const recent = times.get(key) ?? [];
    const index = recent.indexOf(time);
    if (index !== -1) recent.splice(index, 1);
    if (recent.length === 0) times.delete(key);
  }

  return {
    add(tries, now) {
      const tried = tries.map(({ key, windowMilliseconds }) => {
        const recent = (times.get(key) ?? []).filter((time) => time > now - windowMilliseconds);
        recent.push(now);
        keep(key, recent);
        return { count: recent.length, oldest: recent[0] ?? now };
      });
      return Promise.resolve({
        tried,
        takeBack: () => {
          for (const { key } of tries) takeBack(key, now);
          return Promise.resolve();
        },
      });
    },
  };
}
