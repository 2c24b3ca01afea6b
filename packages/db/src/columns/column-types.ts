/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Epoch = bigint;
/** 0n is false, 1n is true. */
export type Flag = bigint;
/** A JSON document as text. */
export type JsonText = string;
/** A plain decimal as text, never a float: `'150000.5'`. */
export type DecimalText = string;
