import { z } from "zod";
import { id } from "./ids.ts";

/** A copy of all of a customer's data that may be downloaded now. */
export const dataCopy = z.object({ id, file_name: z.string() });
export type DataCopy = z.infer<typeof dataCopy>;
