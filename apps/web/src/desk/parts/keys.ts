import { useEffect, useLayoutEffect, useRef } from "react";

/** A key, or two one after the other (`g a`), and what it does, as the sheet of keys says it. */
export interface KeyBinding {
  readonly keys: string;
  readonly does: string;
  readonly run: () => void;
}

type Bindings = () => readonly KeyBinding[];
/** Keys of the present screens and parts; the newest comes first. */
const active = new Set<Bindings>();

/** Every key that does something now, each once. */
export function activeKeys(): KeyBinding[] {
  const found = new Map<string, KeyBinding>();
  for (const bindings of [...active].toReversed())
    for (const binding of bindings()) if (!found.has(binding.keys)) found.set(binding.keys, binding);
  return [...found.values()];
}

/** Keys that do something while this is on the page. */
export function useKeys(bindings: readonly KeyBinding[]): void {
  const now = useRef(bindings);
  useLayoutEffect(() => {
    now.current = bindings;
  });
  useEffect(() => {
    const own: Bindings = () => now.current;
    active.add(own);
    return () => {
      active.delete(own);
    };
  }, []);
}

const FIRST_WAITS_MILLISECONDS = 1500;

/**
 * Whether someone types there. A checkbox takes no letters: after a check that is ticked by mouse, keys go on working.
 */
const TYPED_INTO = "input:not([type=checkbox]), select, textarea, [contenteditable]";

/** Whether someone types, or a dialog has the keyboard: single keys are off then. */
const isBusy = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(`${TYPED_INTO}, dialog, [role=dialog]`) !== null;

/** Whether Enter presses what has the focus. */
const isPressed = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("a, button, summary, tr[tabindex]") !== null;

/** Whether Space presses or ticks what has the focus. */
const isToggled = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("button, summary, input") !== null;

/** Out of a field of the page, so that single keys work again; in a dialog, Escape closes that. */
function leaveField(target: EventTarget | null): void {
  if (!(target instanceof HTMLElement) || target.closest("dialog, [role=dialog]") !== null) return;
  if (target.matches("input, select, textarea")) target.blur();
}

/** Listens to the keyboard for every `useKeys`; once a page. */
export function useKeyboard(): void {
  useEffect(() => {
    let first: { readonly key: string; readonly at: number } | undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === "Escape" && !event.defaultPrevented) leaveField(event.target);
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isBusy(event.target))
        return;
      const key = event.key === " " ? "Space" : event.key;
      if ((key === "Enter" && isPressed(event.target)) || (key === "Space" && isToggled(event.target)))
        return;
      const since = first !== undefined && event.timeStamp - first.at < FIRST_WAITS_MILLISECONDS;
      const typed = since ? `${first?.key} ${key}` : key;
      first = undefined;
      const keys = activeKeys();
      const hit = keys.find((binding) => binding.keys === typed);
      if (hit !== undefined) {
        event.preventDefault();
        hit.run();
      } else if (keys.some((binding) => binding.keys.startsWith(`${typed} `))) {
        first = { key, at: event.timeStamp };
      }
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
