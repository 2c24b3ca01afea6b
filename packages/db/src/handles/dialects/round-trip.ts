import pg from "pg";

/** A number of 64 bits, which is a bigint here. */
export const INT8_TYPE = 20;

/** A statement on its way to PostgreSQL. */
export interface SentStatement {
  /** Under which the connection keeps it prepared; "" if it does not. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly (string | Buffer | null)[];
}

export interface SentResult {
  readonly rows: Record<string, unknown>[];
  /** As PostgreSQL says it: `INSERT 0 1`, `COMMIT`. */
  readonly tag: string;
}

interface Field {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

const parserOf = (type: number): Field["parse"] =>
  type === INT8_TYPE ? BigInt : pg.types.getTypeParser(type);

/** pg's messages, as far as they are read here. */
interface RowDescription {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}
interface DataRow {
  readonly fields: readonly (string | null)[];
}

const prepared = new WeakMap<pg.Connection, Set<string>>();

function preparedOn(connection: pg.Connection): Set<string> {
  const known = prepared.get(connection) ?? new Set<string>();
  prepared.set(connection, known);
  return known;
}

/** A parameter as it is sent. Throws a TypeError on what no column has. */
export function valueOnWire(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  if (typeof value === "bigint" || typeof value === "number") return String(value);
  if (value instanceof Uint8Array) return Buffer.from(value);
  throw new TypeError(`a parameter cannot be a ${typeof value}`);
}

/**
 * Several statements in one write to the socket, with one synchronisation behind them: the first that fails keeps those
 * after it from running. A write costs the processor more than all that pg does to make it; the bench's "exchanges
 * through HTTP" on PostgreSQL shows what fewer of them give.
 */
export class RoundTrip implements pg.Submittable {
  /** Called once, by pg. Its time-out takes the place of this. */
  callback: (error: Error | null) => void;
  readonly #statements: readonly SentStatement[];
  readonly #results: SentResult[] = [];
  #prepared: Set<string> = new Set();
  #rows: Record<string, unknown>[] = [];
  #fields: readonly Field[] = [];
  #failure: Error | undefined;

  /** @param settled is given the results in order, or why there are none */
  constructor(
    statements: readonly SentStatement[],
    settled: (outcome: readonly SentResult[] | Error) => void,
  ) {
    this.#statements = statements;
    this.callback = (error) => settled(error ?? this.#results);
  }

  submit(connection: pg.Connection): void {
    this.#prepared = preparedOn(connection);
    connection.stream.cork();
    for (const statement of this.#statements) this.#send(connection, statement);
    connection.sync();
    connection.stream.uncork();
  }

  #send(connection: pg.Connection, { name, text, values }: SentStatement): void {
    if (!this.#prepared.has(name)) {
      // It may be there, if it was prepared by a round trip that then failed in it.
      if (name !== "") connection.close({ type: "S", name }, true);
      connection.parse({ name, text, types: [] }, true);
    }
    connection.bind({ statement: name, values: [...values] }, true);
    connection.describe({ type: "P", name: "" }, true);
    connection.execute({}, true);
  }

  handleRowDescription({ fields }: RowDescription): void {
    this.#fields = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }));
  }

  handleDataRow({ fields: texts }: DataRow): void {
    const row: Record<string, unknown> = {};
    try {
      for (const [place, { name, parse }] of this.#fields.entries()) {
        const text = texts[place] ?? null;
        row[name] = text === null ? null : parse(text);
      }
    } catch (error) {
      this.#failure ??= error instanceof Error ? error : new Error(String(error));
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const name = this.#statements[this.#results.length]?.name ?? "";
    if (name !== "") this.#prepared.add(name);
    this.#results.push({ rows: this.#rows, tag: text });
    this.#rows = [];
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: "" });
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback(this.#failure ?? null);
  }
}
