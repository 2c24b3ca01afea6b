import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import type { Place } from "./aside.ts";
import { importBankLines } from "./import-bank-lines.ts";
import type { NewLines } from "./new-lines.ts";

/** The end of a reading that gives out one of two lines. */
const torn = vi.hoisted(() => ({ end: [] as NewLines[] }));
vi.mock("./aside.ts", async (original) => {
  const { placeFor } = await original<typeof import("./aside.ts")>();
  return {
    placeFor: async (...given: Parameters<typeof placeFor>): Promise<Place> => {
      const place = await placeFor(...given);
      return {
        ...place,
        async *newLines(file) {
          for await (const piece of place.newLines(file))
            yield piece.is === "lines" ? { ...piece, lines: piece.lines.slice(0, 1) } : piece;
          yield* torn.end;
        },
      };
    },
  };
});

describe.each(DIALECTS)("a statement whose reading ends in its middle, on %s", (dialect) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
  });
  afterAll(() => app.close());

  const rows = (name: string) => `20/03/2026,1.00,${name} A\n20/03/2026,2.00,${name} B\n`;
  const importing = (name: string) =>
    importBankLines(
      app.services,
      { id: "finance" },
      {
        deposit_account_id: "aud-bank-transfer",
        format: "csv",
        content: rows(name),
      },
    );
  const acts = async (): Promise<readonly string[]> =>
    (
      await app.services.database.read
        .selectFrom("audit_log")
        .select("action")
        .where("action", "like", "bank_lines.import%")
        .execute()
    ).map(({ action }) => action);

  test("for a reason that is said: the lines that were written count, and the import is not logged as whole", async () => {
    torn.end = [{ is: "broken", refused: [{ line: 1, reason: "There is too much in this file: split it" }] }];
    expect(await importing("SAID")).toMatchObject({
      imported: 1,
      refused: [{ line: 1, reason: "There is too much in this file: split it" }],
    });
    expect(await acts()).toEqual(["bank_lines.import_begun"]);
  });

  test("for none: it fails, and says how far it came", async () => {
    torn.end = [];
    await expect(importing("UNSAID")).rejects.toThrow("1 of 2 lines");
    expect(await acts()).not.toContain("bank_lines.imported");
  });
});
