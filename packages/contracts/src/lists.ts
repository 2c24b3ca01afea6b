/** Lists of people and organisations with whom customers are compared. */
import { z } from "zod";
import { LIST_SOURCES } from "./choices.ts";
import { id, time } from "./ids.ts";

export type ListSource = (typeof LIST_SOURCES)[number];

const source = z.enum(LIST_SOURCES, "Choose a list");

/** A person or organisation of a list. */
export const listEntry = z.object({
  id: z.string(),
  name: z.string(),
  /** Other names. */
  names: z.array(z.string()),
  /** As the list writes them. */
  birth_dates: z.array(z.string()),
  /** Two-letter codes, or the list's own words. */
  countries: z.array(z.string()),
  /** Why it is on the list. */
  reason: z.string(),
});
export type ListEntry = z.infer<typeof listEntry>;

export const importListInput = z.object({
  source,
  content: z.string("Choose a file").min(1, "Choose a file"),
  /** OFAC's `alt.csv`. */
  aliases: z.string("Choose a file").optional(),
});

export const useListInput = z.object({ id });

export const listVersion = z
  .object({
    id,
    source: z.enum(LIST_SOURCES),
    /** The day that the file says, or else the time of its import. */
    version: z.string(),
    /** How many people and organisations it has. */
    targets: z.int(),
    imported_at: time,
    imported_by: z.string(),
    /** How many customers have been compared with it, of how many; null once all have been. */
    progress: z.object({ screened: z.int(), customers: z.int() }).nullable(),
  })
  .meta({ id: "ListVersion" });
export type ListVersion = z.infer<typeof listVersion>;

export const listVersions = z.array(listVersion);
