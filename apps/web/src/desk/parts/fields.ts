import type { ActField } from "./act-drawer.tsx";

/** Why something is done, for the log. */
export const NOTE = {
  name: "internal_note",
  label: "Why",
  hint: "For staff only",
  lines: true,
} as const satisfies ActField;
export const OPTIONAL_NOTE = { ...NOTE, optional: true } as const satisfies ActField;

export const MESSAGE = {
  name: "message",
  label: "Message",
  hint: "The customer reads it",
  lines: true,
} as const satisfies ActField;

/** The note that was typed; nothing if none was. */
export const noted = ({ internal_note: note = "" }: Readonly<Record<string, string>>) =>
  note.trim() === "" ? {} : { internal_note: note };
