/** A desk screen's part of the address: the filters of its list, and the open row. */
export type DeskSearch = Readonly<Record<string, string>>;

const LONGEST = 200;

/** Reads the address bar. Empty and non-text values leave no trace. */
export const deskSearch = (given: Record<string, unknown>): DeskSearch =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      // A number in the address is read as one before it gets here.
      const text = typeof value === "number" ? String(value) : value;
      return typeof text === "string" && text !== "" ? [[name, text.slice(0, LONGEST)]] : [];
    }),
  );
