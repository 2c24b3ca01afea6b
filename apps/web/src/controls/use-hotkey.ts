import { useHotkeys } from "@mantine/hooks";

/**
 * Calls `handler` when `keys` are pressed anywhere on the page, in fields too.
 * @param keys as Mantine writes them: `mod+K` is Ctrl K, or ⌘ K on a Mac
 */
export function useHotkey(keys: string, handler: () => void): void {
  useHotkeys([[keys, handler]], []);
}
