import { z } from "zod";
import { isPlainLine } from "./plain-text.ts";

/** Identifier made by the application: UUID text. */
export const id = z
  .string()
  .max(64, "This is not a valid identifier")
  .refine(isPlainLine, "This is not a valid identifier")
  .meta({ id: "Id", examples: ["0198f2c4-7d1e-7cc0-9d64-0b2f6b1f3a55"] });

/** ISO 8601 in UTC with milliseconds. */
export const time = z.string().meta({
  id: "Time",
  format: "date-time",
  description: "ISO 8601, UTC, milliseconds",
  examples: ["2026-01-31T09:30:00.000Z"],
});
