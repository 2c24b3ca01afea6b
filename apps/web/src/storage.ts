/**
 * Local and session storage that never throw: a browser may forbid them or have no room left. An unreadable value is
 * `null`, and a value that cannot be written is forgotten.
 */
export type StorageArea = "localStorage" | "sessionStorage";

export function readStored(key: string, area: StorageArea = "localStorage"): string | null {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}

/** Writes `value`, or removes the key where it is null. */
export function writeStored(key: string, value: string | null, area: StorageArea = "localStorage"): void {
  try {
    if (value === null) window[area].removeItem(key);
    else window[area].setItem(key, value);
  } catch {
    // Nothing depends on the value being there later.
  }
}

/** The keys that are there; none if they cannot be read. */
export function storedKeys(area: StorageArea): readonly string[] {
  try {
    return Object.keys(window[area]);
  } catch {
    return [];
  }
}
