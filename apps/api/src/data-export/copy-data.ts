import { findUserById } from "@wattle/db/accounts";
import type { DataSubject } from "@wattle/db/columns/table";
import { EXPORTED_TABLES, type ExportedTable } from "@wattle/db/customer-data/exported-tables";
import { readExported } from "@wattle/db/customer-data/read-exported";
import { DomainError } from "@wattle/contracts/errors";
import { isoTime } from "../clock.ts";
import type { Services } from "../services.ts";
import { copyRow } from "./copy-value.ts";
import { zipOf, type ZipFile } from "./zip.ts";

/** Services and subject of a copy. */
export type CopyServices = Pick<Services, "database" | "vault" | "documents" | "clock" | "markets">;

/** Path of a document in the archive. */
const documentPath = (id: string, mediaType: string): string =>
  `documents/${id}.${mediaType.slice(mediaType.indexOf("/") + 1)}`;

/** The rows of a table as a JSON array, a piece for each piece of rows. */
async function* rowsAsJson(
  { database, vault }: CopyServices,
  table: ExportedTable,
  subject: DataSubject,
): AsyncGenerator<Buffer> {
  let before = "[";
  for await (const rows of readExported(database.standby, table, subject)) {
    const copies = rows.map((row) =>
      JSON.stringify(copyRow({ vault, userId: subject.id }, table, row), null, 2),
    );
    yield Buffer.from(before + copies.join(","));
    before = ",";
  }
  yield Buffer.from(before === "[" ? "[]\n" : "]\n");
}

/** The uploads themselves. One that the store has not is left out: its row still says what it was. */
async function* documentFiles(
  { database, documents }: CopyServices,
  subject: DataSubject,
): AsyncGenerator<ZipFile> {
  const table = EXPORTED_TABLES.find((each) => each.table === "identity_documents");
  if (table === undefined) return;
  for await (const rows of readExported(database.standby, table, subject)) {
    for (const row of rows) {
      const id = String(row["id"]);
      if ((await documents.keyOf(id)) === undefined) continue;
      yield { name: documentPath(id, String(row["media_type"])), content: [await documents.read(id)] };
    }
  }
}

async function* filesOf(services: CopyServices, subject: DataSubject): AsyncGenerator<ZipFile> {
  const files = Object.fromEntries(EXPORTED_TABLES.map(({ file, about }) => [`${file}.json`, about]));
  const about = { account: subject.id, made_at: isoTime(services.clock.now()), files };
  yield { name: "about.json", content: [Buffer.from(`${JSON.stringify(about, null, 2)}\n`)] };
  for (const table of EXPORTED_TABLES) {
    yield { name: `${table.file}.json`, content: rowsAsJson(services, table, subject) };
  }
  yield* documentFiles(services, subject);
}

/**
 * All of a customer's data as a ZIP archive: a JSON file for each subject, and the uploads. It is made while it is read, from the
 * newest commits, so that nothing of it is kept anywhere. The caller has asked who may have it.
 * @throws DomainError `not_found`
 */
export async function copyData(services: CopyServices, userId: string): Promise<AsyncGenerator<Uint8Array>> {
  const user = await findUserById(services.database.read, userId);
  if (user === undefined) throw new DomainError("not_found");
  // Amounts are written by the currencies that this process knows.
  await services.markets();
  const { id, email, email_verified_at: emailSince } = user;
  return zipOf(filesOf(services, { id, email, emailSince }), services.clock.now());
}
