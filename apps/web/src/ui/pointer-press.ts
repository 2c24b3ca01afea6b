import { createStore, useStore } from "../store.ts";
import { useState } from "react";

/**
 * Whether a click is under way: its button or finger is down, or was let go in this very moment. The browser only makes a
 * click of it where both ends meet the same element, so until then nothing may move.
 */
const pressed = createStore(false);
let over: ReturnType<typeof setTimeout> | undefined;

function down(event: MouseEvent): void {
  if (event.button !== 0) return;
  clearTimeout(over);
  pressed.set(true);
}

/** The click comes in the same turn as the end of the press, so the press counts as over in the next one. */
function up(): void {
  clearTimeout(over);
  over = setTimeout(() => pressed.set(false));
}

if (typeof window !== "undefined") {
  // A finger's mouse events come after its pointer events, and it is among them that fields lose the focus.
  for (const event of ["pointerdown", "mousedown"] as const) window.addEventListener(event, down, true);
  // Not every press ends with the pointer let go here: it may become a drag, a menu, another window.
  for (const event of ["pointerup", "mouseup", "pointercancel", "dragend", "contextmenu", "keydown"])
    window.addEventListener(event, up, true);
  // Not while capturing: that would hear every field that loses the focus.
  window.addEventListener("blur", up);
}

/**
 * The value, except that it stays what it was while a click is under way. For whatever changes the layout when a field is
 * left: pressing a button leaves the field, and the button must still be under the pointer when it is let go.
 * @param value compared by Object.is
 */
export function useStillWhilePressed<T>(value: T): T {
  const held = useStore(pressed, false);
  const [shown, setShown] = useState(value);
  if (held) return shown;
  if (!Object.is(shown, value)) setShown(value);
  return value;
}
