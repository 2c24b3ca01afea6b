// The walls that carry the house, checked by reading the sources. A wall that is in the way is moved in
// ARCHITECTURE.md first, with its reason, and then here.
import { execFile } from "node:child_process";
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { repeatedKey } from "../apps/api/src/repeated-key.ts";

const ROOT = path.resolve(import.meta.dirname, "..");

interface Line {
  /** From the repository's root, with slashes. */
  readonly file: string;
  readonly number: number;
  readonly text: string;
}

interface Wall {
  readonly name: string;
  /** Advice about a line that is found. */
  readonly advice: string;
  /** Which files are behind the wall. */
  readonly guards: (file: string) => boolean;
  readonly breaks: (text: string) => boolean;
  /** Whether comments are looked at as well. */
  readonly speaksOfComments?: true;
  /** A file and a line that must be found: a wall that finds nothing guards nothing. */
  readonly example: readonly [file: string, text: string];
}

const isTest = (file: string): boolean => /\.(test|typetest)\.tsx?$|\/testing\/|\/e2e\/|\/bench\//.test(file);
const isGenerated = (file: string): boolean => file.endsWith(".gen.ts");
const isProduct = (file: string): boolean =>
  /^(apps|packages)\/[^/]+\/src\//.test(file) && !isTest(file) && !isGenerated(file);
const within =
  (...folders: readonly string[]) =>
  (file: string): boolean =>
    isProduct(file) && folders.some((folder) => file.startsWith(folder));
const isComment = (text: string): boolean => /^\s*(\/\/|\/?\*)/.test(text);

/** A line with its texts emptied, so that words in them are not taken for code. */
const withoutText = (text: string): string => text.replaceAll(/(["'`])(?:\\.|(?!\1).)*\1/g, "$1$1");

/** The module that a line imports or exports from, also at run time. */
const moduleOf = (text: string): string | undefined =>
  /(?:\bfrom\s|^\s*import|\bimport\()\s*["']([^"']+)["']/.exec(text)?.[1];

/** Whether a line imports a module that `allowed` does not know. */
const importsBeyond =
  (allowed: RegExp) =>
  (text: string): boolean => {
    const module = moduleOf(text);
    return module !== undefined && !allowed.test(module);
  };

/**
 * Values that may become a JavaScript number: times, counts, places and settings, named so, and booleans. Never an
 * amount, a rate or a fee.
 */
const COUNTABLE =
  /^(?:[\w.]*(?:_at|At|[mM]illiseconds|seconds|total|records|entries|live|bytes|attempts|status|prefix|last|decimals|position|spread_bp|slippage_bp|[yY]ear|today\.slice\(0, 4\))\)|\w+ === ["\w]+\))/;

const WALLS: readonly Wall[] = [
  {
    name: "exchange-core imports nothing",
    advice: "keep the arithmetic pure: take what it needs as a parameter",
    guards: within("packages/exchange-core/src/"),
    breaks: importsBeyond(/^\.\//),
    example: ["packages/exchange-core/src/rate.ts", 'import { readFileSync } from "node:fs";'],
  },
  {
    name: "screening imports nothing but the transliteration",
    advice: "keep the matcher pure: take what it needs as a parameter",
    guards: within("packages/screening/src/"),
    breaks: importsBeyond(/^\.\/|^any-ascii$/),
    example: ["packages/screening/src/index-names.ts", 'import { readFileSync } from "node:fs";'],
  },
  {
    name: "bitcoin has no input and no output",
    advice: "keep it pure: what is read or sent is the caller's",
    guards: within("packages/bitcoin/src/"),
    breaks: importsBeyond(
      /^\.\/|^@scure\/(?:base|bip32|btc-signer)(?:\/|$)|^@noble\/(?:curves|hashes)(?:\/|$)/,
    ),
    example: ["packages/bitcoin/src/block.ts", 'import { readFileSync } from "node:fs";'],
  },
  {
    name: "ethereum has no input and no output",
    advice: "keep it pure: what is read or sent is the caller's",
    guards: within("packages/ethereum/src/"),
    breaks: importsBeyond(
      /^\.\/|^micro-eth-signer(?:\/utils\.js)?$|^@scure\/(?:base|bip32)(?:\/|$)|^@noble\/(?:curves|hashes)(?:\/|$)|^@wattle\/bitcoin\/(?:key-origin|refused)$/,
    ),
    example: ["packages/ethereum/src/transfer.ts", 'import { Web3Provider } from "micro-eth-signer/net.js";'],
  },
  {
    name: "the signer imports nothing of the server and opens no socket",
    advice: "it runs on a machine without a network: only files, and the pure packages",
    guards: within("packages/signer/src/"),
    breaks: importsBeyond(
      /^\.\/|^@scure\/(?:base|bip32|bip39|btc-signer)(?:\/|$)|^@noble\/hashes(?:\/|$)|^@wattle\/(?:bitcoin|ethereum)\/|^node:(?:fs|path|util|crypto|process|readline)(?:\/|$)/,
    ),
    example: ["packages/signer/src/cli.ts", 'import { connect } from "node:net";'],
  },
  {
    name: "contracts imports zod and exchange-core",
    advice: "contracts are shared with the browser: move what needs more into apps/api",
    guards: within("packages/contracts/src/"),
    breaks: importsBeyond(/^\.\/|^\.\.\/[\w-]+\.ts$|^zod(\/|$)|^@wattle\/exchange-core(\/|$)/),
    example: ["packages/contracts/src/money.ts", 'import { sql } from "kysely";'],
  },
  {
    name: "the client has nothing of this repository in it",
    advice: "what it knows of the server is generated from schemas, see packages/client/generate.ts",
    guards: (file) => within("packages/client/src/")(file) && !/\/src\/(?:command\/|wattle\.ts$)/.test(file),
    breaks: importsBeyond(/^\.\/|^openapi-fetch$|^@trpc\/(?:client|server)$/),
    example: ["packages/client/src/rest.ts", 'import { ERRORS } from "@wattle/contracts/errors";'],
  },
  {
    name: "the client's program has nothing of this repository in it, but the client",
    advice: "what it knows of the server is generated from schemas, see packages/client/generate.ts",
    guards: within("packages/client/src/command/", "packages/client/src/wattle.ts"),
    breaks: importsBeyond(/^\.\.?\/(?!\.)|^node:/),
    example: ["packages/client/src/command/listen.ts", 'import { ERRORS } from "@wattle/contracts/errors";'],
  },
  {
    name: "db knows neither contracts nor the API, but for words that are stored as they are sent",
    advice:
      "let the use case translate between what is stored and what is answered; types of tables have the words",
    guards: (file) => within("packages/db/src/")(file) && !/\/(?:tables|[\w-]+\.table)\.ts$/.test(file),
    breaks: (text) => /^@wattle\/(contracts|api)(\/|$)/.test(moduleOf(text) ?? ""),
    example: ["packages/db/src/history.ts", 'import type { Transaction } from "@wattle/contracts/history";'],
  },
  {
    name: "web imports no database, and of the API only types",
    advice: "call a procedure instead, or `import type`",
    guards: within("apps/web/src/"),
    breaks: (text) => {
      const module = moduleOf(text) ?? "";
      return (
        /^@wattle\/db(\/|$)|(^|\/)packages\/db\//.test(module) ||
        (/^@wattle\/api(\/|$)|(^|\/)apps\/api\//.test(module) && !/^\s*import type\b/.test(text))
      );
    },
    example: ["apps/web/src/main.ts", 'import { appRouter } from "@wattle/api/router";'],
  },
  {
    name: "routers hold no SQL, and neither does anything else of the API",
    advice: "write a query in packages/db/src and call it",
    guards: within("apps/api/src/"),
    breaks: (text) =>
      /^kysely(\/|$)|^pg$|^better-sqlite3$/.test(moduleOf(text) ?? "") ||
      /\.(selectFrom|insertInto|updateTable|deleteFrom|executeQuery)\(|\bsql`/.test(text),
    example: [
      "apps/api/src/history/history.router.ts",
      'await services.database.read.selectFrom("transactions")',
    ],
  },
  {
    name: "lucia is in one file",
    advice: "ask apps/api/src/access/session.ts: decision 0190 says how it replaces lucia within an hour",
    guards: (file) =>
      within("apps/", "packages/", "scripts/")(file) && file !== "apps/api/src/access/session.ts",
    breaks: (text) => /from "lucia["/]|declare module "lucia"/.test(text),
    example: ["packages/db/src/sessions.ts", 'import type { Adapter } from "lucia";'],
  },
  {
    name: "only post-entry writes balances, entries and postings",
    advice: "move money with postEntry(tx, …): it keeps balances equal to their postings",
    guards: (file) =>
      within("packages/db/src/", "apps/api/src/")(file) && file !== "packages/db/src/ledger/post-entry.ts",
    breaks: (text) =>
      /(insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(\s*["']ledger_(balances|entries|postings)/.test(
        text,
      ) || /\b(insert into|update|delete from)\s+ledger_(balances|entries|postings)\b/i.test(text),
    example: ["packages/db/src/balances.ts", 'tx.updateTable("ledger_balances")'],
  },
  {
    name: "transactions are begun by database.write alone",
    advice: "hand your work to database.write(…), which also retries and shares commits",
    guards: (file) =>
      within("packages/db/src/", "apps/api/src/")(file) &&
      !file.startsWith("packages/db/src/handles/dialects/"),
    breaks: (text) => /\.transaction\(\)|["'`](begin|commit|rollback|savepoint)\b/i.test(text),
    example: ["apps/api/src/exchange/execute-exchange.ts", 'await connection.query("begin");'],
  },
  {
    name: "process.env is read through readConfig alone",
    advice: "add the setting to apps/api/src/settings.ts and .env.example, and take it from services.config",
    guards: isProduct,
    breaks: (text) => /\bprocess\.env\b/.test(text.replace("readConfig(process.env)", "")),
    example: ["apps/api/src/app.ts", 'const limit = process.env["RATE_LIMIT"];'],
  },
  {
    name: "the clock and chance are passed in",
    advice: "take services.clock and services.ids, so that a test can set them",
    guards: (file) =>
      within("apps/api/src/", "packages/")(file) &&
      ![
        "apps/api/src/clock.ts",
        // The signer's entry, which hands the clock in.
        "packages/signer/src/cli.ts",
        // The client's program, which does the same.
        "packages/client/src/wattle.ts",
        // Waits between attempts, which no result depends on.
        "packages/db/src/handles/dialects/postgres.ts",
        // Lucia judges by the machine's clock and takes no other.
        "packages/db/src/sessions.ts",
      ].includes(file),
    breaks: (text) => /\bDate\.now\(\)|\bnew Date\(\)|\bMath\.random\(\)/.test(text),
    example: ["apps/api/src/quotes/issue-quote.ts", "const issuedAt = Date.now();"],
  },
  {
    name: "money is no floating-point number",
    advice:
      "amounts are bigint smallest units inside and decimal text outside: use exchange-core. A count or a time may be converted where its name says that it is one",
    guards: (file) =>
      isProduct(file) &&
      // Knows names and years, and no money.
      !file.startsWith("packages/screening/") &&
      ![
        // Draws a line of prices: its numbers are pixels.
        "apps/web/src/rates/sparkline.ts",
        // Reads the number of a page.
        "packages/contracts/src/paging.ts",
      ].includes(file),
    breaks: (text) =>
      /\bparseFloat\b|\.toFixed\(|\.toPrecision\(/.test(text) ||
      [...text.matchAll(/(?<!\.)\bNumber\(/g)].some(
        ({ index }) => !COUNTABLE.test(text.slice(index + "Number(".length)),
      ),
    example: ["apps/api/src/exchange/execute-exchange.ts", "const debit = Number(credit) * rate;"],
  },
  {
    name: "how long people take comes from the installation",
    advice: "take the words from the brand's times (contracts/staff-times), or add one there",
    guards: (file) =>
      isProduct(file) &&
      !isTest(file) &&
      ![
        "packages/contracts/src/staff-times.ts",
        // Writes out the installation's own target.
        "apps/web/src/desk/today/queues-panel.tsx",
      ].includes(file),
    breaks: (text) => /\b(?:business|working) days?\b/i.test(text.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, "")),
    example: ["apps/api/src/mail/money-mails.ts", "`It arrives within 1 business day.`"],
  },
  {
    name: "screens and mails use the words of the glossary",
    advice: "docs/voice.md says which word to use",
    guards: (file) =>
      within("apps/web/src/", "apps/api/src/desk/commands/")(file) ||
      /^apps\/api\/src\/mail\/[\w-]*mails?\.ts$|^packages\/contracts\/src\/(?:errors|own-messages|staff-times|bank-formats\/[\w-]+)\.ts$/.test(
        file,
      ),
    // With the space or the capital that only a text has: a procedure may be called deposits.announce.
    breaks: (text) =>
      /\b[Ss]ign(?:s|ed|ing)? (?:in|out)\b|\bAnnounc(?:e|ed|ing)\b|\bannounc(?:e|ed|ing) (?:a|an|the|your)\b/.test(
        text,
      ) ||
      /\b(?:(?:an|ever)y|no|some)body\b|\be-mails?\b|\bmail(?:ed|s)? (?:you|a link)\b|\bworking days?\b/i.test(
        text,
      ) ||
      /\b(?:whoever|anew|afresh)\b|\bfor the moment\b|\bon (?:its|their) way["<]|\bways? to pay\b/i.test(
        text,
      ) ||
      /\bcould not be (?:found|loaded|read|shown)\b|\b[Ww]rite to (?:support|us)\b|\bof (?:ours|yours)\b/.test(
        text,
      ),
    example: [
      "apps/web/src/deposits/deposit-screen.tsx",
      '<EmptyState title="The ways to pay could not be read" />',
    ],
  },
  {
    name: "a country's bank accounts are known to its own file",
    advice:
      "read what you need from its format (contracts/bank-formats), or add it to the format of each country",
    guards: (file) =>
      (within(
        "apps/web/src/bank-accounts/",
        "apps/web/src/deposits/",
        "apps/web/src/withdrawals/",
        "apps/api/src/bank-accounts/",
        "apps/api/src/deposits/",
        "apps/api/src/withdrawals/",
      )(file) ||
        /^(packages\/contracts|apps\/api)\/src\/.*(bank-account|deposit|withdrawal|market-input)[\w-]*\.ts$/.test(
          file,
        )) &&
      !isTest(file),
    breaks: (text) => /["'`](AUD|NGN|NZD|AU|NG|NZ)["'`]|\b(Australia|Nigeria|New ?Zealand)\b/i.test(text),
    example: ["apps/web/src/bank-accounts/bank-account-form.tsx", 'const naira = values.currency === "NGN";'],
  },
  {
    name: "currencies are rows",
    advice:
      "take them from the markets (contracts/markets.ts); what pages need before that is the brand's `markets`",
    guards: (file) =>
      isProduct(file) &&
      !/\/(?:demo|testing|migrations|bank-formats)\//.test(file) &&
      ![
        // Markets of a new installation.
        "packages/contracts/src/first-markets.ts",
        // The starts of simulated prices.
        "apps/api/src/prices/simulated.ts",
        // Examples of the documentation.
        "packages/contracts/src/money.ts",
        "apps/api/src/rest/examples.ts",
        "apps/api/src/event-feed/made-up-data.ts",
        "apps/api/src/rest/docs-page.ts",
      ].includes(file),
    breaks: (text) => /"(?:NGN|AUD|BTC|ETH)"/.test(text),
    example: ["apps/web/src/money/currency-choice.ts", 'return { credit: "BTC", debit: "AUD" };'],
  },
  {
    name: "a use case names the services it needs",
    advice: "take Pick<Services, …>, or Call<…> for one that needs the request too",
    guards: (file) =>
      within("apps/api/src/")(file) &&
      ![
        // The composition root.
        "apps/api/src/app.ts",
        "apps/api/src/background.ts",
        "apps/api/src/context.ts",
        "apps/api/src/http/request-context.ts",
        "apps/api/src/main.ts",
        // Rows that use cases of many nouns make together.
        "apps/api/src/demo/day/seed-day.ts",
        // The command line, which calls every procedure of the desk.
        "apps/api/src/desk/commands/call-context.ts",
        "apps/api/src/desk/commands/command.ts",
        "apps/api/src/desk/commands/run-command.ts",
        // Calls any procedure.
        "apps/api/src/trpc-internals.ts",
      ].includes(file),
    breaks: (text) => /:\s*(?:Services|RequestContext)\b|\bOmit<Services\b/.test(text),
    example: ["apps/api/src/deposits/settle-deposit.ts", "  services: Services,"],
  },
  {
    name: "what tRPC keeps to itself is read in one file",
    advice: "use what trpc-internals.ts gives, or add to it and to its test",
    guards: (file) => within("apps/api/src/")(file) && file !== "apps/api/src/trpc-internals.ts",
    breaks: (text) => /\._def\b|\["_def"\]|\bcallTRPCProcedure\b|@trpc\/server\/unstable/.test(text),
    example: ["apps/api/src/rest/openapi.ts", "const { inputs } = procedure._def;"],
  },
  {
    name: "an act of staff opens no transaction",
    advice:
      "declare it with `alone` or `reviewed`: approvals/perform.ts opens the transaction in which it is planned and done",
    guards: (file) =>
      within("apps/api/src/desk/")(file) &&
      ![
        // The engine, and deciding about what waits.
        "apps/api/src/desk/approvals/perform.ts",
        "apps/api/src/desk/approvals/propose.ts",
        "apps/api/src/desk/approvals/preview.ts",
        "apps/api/src/desk/approvals/decide.ts",
        // Reports that the log has, tokens, and what is no act.
        "apps/api/src/desk/reports/carf-report.ts",
        "apps/api/src/desk/reports/customer-statement.ts",
        "apps/api/src/desk/reports/trades-report.ts",
        "apps/api/src/desk/system/database-checks.ts",
        "apps/api/src/desk/team/tokens.router.ts",
        "apps/api/src/desk/team/invite-by-machine.ts",
        "apps/api/src/desk/parts/presence.ts",
        "apps/api/src/desk/ledger/watch-ledger.ts",
      ].includes(file),
    breaks: (text) => /\bdatabase\.write\(/.test(text),
    example: [
      "apps/api/src/desk/customers/customer-access.ts",
      "  return services.database.write(async (tx) => {",
    ],
  },
  {
    name: "the audit log has acts of staff from their plans",
    advice: "say it in the plan's `log`, or by the `log` that its `run` gets",
    guards: (file) =>
      within("apps/api/src/")(file) &&
      ![
        "apps/api/src/audit/record-act.ts",
        // Requests that wait for a second person, and how they end.
        "apps/api/src/desk/approvals/decide.ts",
        "apps/api/src/desk/approvals/propose.ts",
        // Reports that the log has, and staff's tokens.
        "apps/api/src/desk/reports/carf-report.ts",
        "apps/api/src/desk/reports/customer-statement.ts",
        "apps/api/src/desk/reports/trades-report.ts",
        "apps/api/src/desk/system/database-checks.ts",
        "apps/api/src/desk/team/tokens.router.ts",
        "apps/api/src/tokens/create-token.ts",
        // A statement is imported in many transactions, by staff or by an inbox.
        "apps/api/src/bank-lines/bank-inbox.ts",
        "apps/api/src/bank-lines/import-bank-lines.ts",
        // The system, the machine, and owners of accounts.
        "apps/api/src/accounts/close-doors.ts",
        "apps/api/src/audit/turn-market.ts",
        "apps/api/src/desk/team/invite-by-machine.ts",
        "apps/api/src/closing/erase-closed.ts",
        "apps/api/src/coins/pause-network.ts",
        "apps/api/src/compliance/draft-filing.ts",
        "apps/api/src/compliance/keep-rating.ts",
        "apps/api/src/compliance/open-case.ts",
        "apps/api/src/data-export/open-data.ts",
        "apps/api/src/recovery/finish-recoveries.ts",
        "apps/api/src/staff/accept-invitation.ts",
      ].includes(file),
    breaks: (text) => /\brecordAct\b/.test(text),
    example: ["apps/api/src/desk/markets/markets.ts", "    await recordAct(tx, services, operator, {"],
  },
  {
    name: "mails are written in one folder",
    advice: "write its text in apps/api/src/mail/*-mails.ts",
    guards: (file) => within("apps/api/src/")(file) && !file.startsWith("apps/api/src/mail/"),
    breaks: (text) => /\bparagraphs: \[|\bMailContent = \{/.test(text),
    example: ["apps/api/src/tokens/create-token.ts", "paragraphs: [`Hi ${firstName},`],"],
  },
  {
    name: "forms are the one Form",
    advice:
      "use ui/form.tsx: a form of its own would leave the page when it is sent before the code is there",
    guards: (file) => within("apps/web/src/")(file) && file !== "apps/web/src/ui/form.tsx",
    breaks: (text) => /<form\b/.test(text),
    example: ["apps/web/src/accounts/sign-in-page.tsx", "<form onSubmit={submit}>"],
  },
  {
    name: "Mantine is behind the controls",
    advice: "import the control from apps/web/src/controls, or make one there",
    guards: (file) => within("apps/web/src/")(file) && !file.startsWith("apps/web/src/controls/"),
    breaks: (text) => moduleOf(text)?.startsWith("@mantine/") === true,
    example: ["apps/web/src/tokens/token-form.tsx", 'import { Checkbox } from "@mantine/core";'],
  },
  {
    name: "the site is free of Mantine",
    advice: "its pages use the plain elements of ui/",
    guards: within("apps/web/src/site/", "apps/web/src/ui/", "apps/web/src/navigation/"),
    breaks: (text) => /\/controls\//.test(moduleOf(text) ?? ""),
    example: ["apps/web/src/site/enquiry-form.tsx", 'import { Button } from "../controls/button.tsx";'],
  },
  {
    name: "the desk is loaded by its own routes alone",
    advice: "a customer's pages carry nothing of the desk",
    // `entry-server` draws pages at build, and is in no page's code.
    guards: (file) =>
      within("apps/web/src/")(file) && !/^apps\/web\/src\/(?:desk|routes\/_staff|entry-server\.)/.test(file),
    breaks: (text) => /\/desk\/[\w/-]+\.tsx?$/.test(moduleOf(text) ?? ""),
    example: ["apps/web/src/shell/sidebar.tsx", 'import { Key } from "../desk/parts/key.tsx";'],
  },
  {
    name: "no screen of the desk says what an act changes, or what a customer will read of it",
    advice:
      "give the drawer its `call`: it shows the preview of the act's plan, as the second person reads it",
    guards: within("apps/web/src/desk/"),
    breaks: (text) => /^\s*(?:changes|reads)[:=]|\bbefore: ["`].*\bafter: /.test(text),
    example: [
      "apps/web/src/desk/deposits/deposit-panel.tsx",
      '    changes: [{ what: "State", before: "Planned", after: "Expired" }],',
    ],
  },
  {
    name: "times of transactions, exchanges, rates and receipts have the specified form",
    advice: "use displayTime; displayMoment is for other times, such as until when something is on hold",
    guards: within(
      ...["exchange", "history", "onramp", "partners", "portfolio", "rates", "receipts", "site"]
        .concat("deposits", "withdrawals", "desk/transactions/price-answer")
        .map((room) => `apps/web/src/${room}`),
    ),
    breaks: (text) =>
      /\b(?:displayMoment|shortDayText|dateText)\b/.test(text) &&
      moduleOf(text) === undefined &&
      !/\b(?:until|held_until|expires_at|DEPOSIT_DAYS)\b/.test(text),
    example: ["apps/web/src/exchange/recent-exchanges.tsx", "timeText={displayMoment}"],
  },
  {
    name: "a function's name says of what",
    advice: "`accountName`, not `nameOf`; `feeText`, not `shown`",
    guards: (file) => /\.tsx?$/.test(file) && !/\.test\.|\/(?:testing|bench)\//.test(file),
    breaks: (text) =>
      /^(?:export )?(?:const|(?:async )?function) (?:shown|nameOf|textOf|unitsOf)\b/.test(text),
    example: ["apps/web/src/rates/price-chart.tsx", "const shown = (rate: string): string => rate;"],
  },
  {
    name: "types are not talked around",
    advice: "narrow the value, or parse it with a schema",
    speaksOfComments: true,
    guards: (file) => /\.tsx?$/.test(file) && !isGenerated(file) && !file.endsWith(".typetest.ts"),
    breaks: (text) =>
      /\bas any\s*[;,)\]}.]|[:<|]\s*any\s*[;,=)>|[\]{}]|\/\/ ?@ts-(ignore|nocheck|expect-error)/.test(
        withoutText(text),
      ),
    example: ["apps/api/src/app.ts", "const body = request.body as any;"],
  },
  {
    name: "nothing is left to be done",
    advice: "do it, or write down in docs/decisions why it is not done",
    speaksOfComments: true,
    guards: (file) => file !== "scripts/tidy.test.ts",
    breaks: (text) => /\b(TODO|FIXME|HACK)\b/.test(text),
    example: ["apps/api/src/app.ts", "// TODO: check the signature"],
  },
];

const SOURCES = ["apps/*/src/**", "packages/*/src/**", "apps/*/bench/**", "packages/*/bench/**"]
  .concat(["apps/web/e2e/**", "apps/*/*.ts", "scripts/*"])
  .map((pattern) => `${pattern}${pattern.endsWith("ts") ? "" : "/*.{ts,tsx,mjs}"}`)
  .concat("scripts/*.{ts,mjs}");

const files = globSync(SOURCES, { cwd: ROOT })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => !file.includes("node_modules"));

const linesOf = (file: string): Line[] =>
  readFileSync(path.join(ROOT, file), "utf8")
    .split("\n")
    .map((text, index) => ({ file, number: index + 1, text }));

const lines = files.flatMap(linesOf);

describe("walls", () => {
  test.each(WALLS)("$name", ({ name, advice, guards, breaks, speaksOfComments }) => {
    const guarded = lines.filter(({ file }) => guards(file));
    expect(guarded.length).toBeGreaterThan(0);
    const found = guarded
      .filter(({ text }) => breaks(text))
      .filter(({ text }) => speaksOfComments || !isComment(text))
      .map(({ file, number, text }) => `${file}:${number}: ${text.trim()}`);
    expect(found, `${name}. ${advice}:\n${found.join("\n")}\n`).toEqual([]);
  });

  test.each(WALLS)("a line that breaks it is found: $name", ({ guards, breaks, example: [file, text] }) => {
    expect(guards(file)).toBe(true);
    expect(breaks(text)).toBe(true);
  });
});

describe("files", () => {
  test("the sources were found", () => {
    expect(files).toContain("packages/db/src/ledger/post-entry.ts");
    expect(files).toContain("apps/web/src/main.ts");
    expect(files).toContain("scripts/run.mjs");
    expect(files.length).toBeGreaterThan(150);
  });

  test("only pure packages have an index: elsewhere who uses what shall show in the import", () => {
    const indexes = files.filter(
      (file) => /^packages\/|^apps\/api\//.test(file) && /\/index\.tsx?$/.test(file),
    );
    expect(indexes.toSorted((one, other) => one.localeCompare(other))).toEqual([
      "packages/exchange-core/src/index.ts",
      "packages/screening/src/index.ts",
    ]);
  });

  test("no file is named for being a heap of things: name it after what it holds", () => {
    expect(files.filter((file) => /\/(helpers?|utils?|misc|common)\.tsx?$/.test(file))).toEqual([]);
  });

  test("tests wait for conditions, never for time to pass", () => {
    const sleeps = lines
      .filter(
        ({ file, text }) =>
          /\.test\.tsx?$|\/e2e\//.test(file) && /waitForTimeout\(|setTimeout\(resolve, \d{2,}\)/.test(text),
      )
      .map(({ file, number }) => `${file}:${number}`);
    expect(sleeps).toEqual([]);
  });
});

describe("words", () => {
  /** Words for which docs/voice.md has a plainer one. */
  const STRANGE =
    /\b(?:anew|whoever(?:'s)?|rivals?|mend(?:s|ed|ing)?|telephones?|stands at|bears|becomes of|nobody(?:'s)?|told of)\b/i;
  /** The glossary itself, this file, and migrations, which do not change once they have shipped. */
  const EXEMPT = /^docs\/voice\.md$|^scripts\/tidy\.test\.ts$|^packages\/db\/src\/migrations\//;

  const texts = globSync(
    ["*.{md,ts}", ".env.example", "{apps,docs,examples,packages,scripts}/**/*.{ts,tsx,mjs,css,md}"],
    { cwd: ROOT, exclude: (name) => /(?:^|[\\/])(?:node_modules|dist)$/.test(name) },
  )
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !EXEMPT.test(file));

  test("comments, documents and screens are in the words of docs/voice.md", () => {
    expect(texts).toEqual(expect.arrayContaining(["README.md", "docs/brand.md", "apps/api/src/main.ts"]));
    const found = texts
      .flatMap(linesOf)
      .filter(({ text }) => STRANGE.test(text))
      .map(({ file, number, text }) => `${file}:${number}: ${text.trim()}`);
    expect(found, `say it in other words, see docs/voice.md:\n${found.join("\n")}\n`).toEqual([]);
  });

  test.each([
    "the lists are read anew",
    "Of two rivals one wins",
    "// it stands at the field",
    "Mend the form.",
  ])("is found: %s", (text) => expect(STRANGE.test(text)).toBe(true));
});

describe("said once", () => {
  const NOT_OURS = {
    cwd: ROOT,
    exclude: (name: string) => /(?:^|[\\/])(?:node_modules|dist|data)$/.test(name),
  };
  const read = (file: string): string => readFileSync(path.join(ROOT, file), "utf8");

  test("no JSON file has a key twice", () => {
    const found = globSync(["*.json", "{apps,examples,packages,deploy}/**/*.json"], NOT_OURS);
    expect(found).toContain("examples/brand.json");
    expect(found.filter((file) => repeatedKey(read(file)) !== undefined)).toEqual([]);
  });

  /** The rows that a document has in two tables with the same head, by their first cell. */
  function repeatedRows(text: string): string[] {
    const cellsOf = (row = ""): string[] => row.split("|").map((cell) => cell.trim());
    const rows = [...text.matchAll(/(?:^\|.*\|$\n?)+/gm)].flatMap(([table]) => {
      const [head, , ...body] = table.trim().split("\n");
      return [...new Set(body.map((row) => [...cellsOf(head), cellsOf(row)[1]].join(" | ")))];
    });
    return rows.filter((row, index) => rows.indexOf(row) < index);
  }

  test("no document has a table twice", () => {
    const table = "| a | b |\n| - | - |\n| 1 | 2 |\n";
    expect(repeatedRows(`${table}\n${table}`)).toEqual([" | a | b |  | 1"]);
    const found = globSync(["*.md", "{apps,docs,packages}/**/*.md"], NOT_OURS);
    expect(found).toContain("docs/integrators.md");
    expect(found.filter((file) => repeatedRows(read(file)).length > 0)).toEqual([]);
  });
});

describe("the tests", () => {
  const STOPWATCH = /performance\.now\(|hrtime|[cC]puUsage\(|\btdur\b/;

  test("never look at a stopwatch: what it shows is the machine's, and belongs to a benchmark", () => {
    expect(STOPWATCH.test("const begin = performance.now();")).toBe(true);
    const timed = lines
      .filter(
        ({ file, text }) =>
          file !== "scripts/tidy.test.ts" && /\.test\.tsx?$|\/e2e\//.test(file) && STOPWATCH.test(text),
      )
      .map(({ file, number }) => `${file}:${number}`);
    expect(timed).toEqual([]);
  });
});

describe("short functions", () => {
  const RULE = "max-lines-per-function";
  /** Files in which a function may be longer; the reason is next to the function. Three at most. */
  const LONG = [
    "apps/web/src/gallery/gallery.tsx",
    "apps/web/src/site/legal/privacy-page.tsx",
    "apps/web/src/site/legal/terms-page.tsx",
  ];

  test("the rule is left out in these places alone, each with its reason", () => {
    const left = lines
      .filter(({ file, text }) => file !== "scripts/tidy.test.ts" && text.includes(RULE))
      .map(({ file, text }) => ({ file, reason: / -- (\S.*)$/.exec(text)?.[1] }));
    expect(left.map(({ file }) => file).toSorted((a, b) => a.localeCompare(b))).toEqual(LONG);
    expect(LONG.length).toBeLessThanOrEqual(3);
    for (const { file, reason } of left) expect(reason, file).toMatch(/\w+ \w+/);
    const wholesale = lines.filter(
      ({ file, text }) =>
        file !== "scripts/tidy.test.ts" && !isGenerated(file) && /lint-disable(?!-next-line \S)/.test(text),
    );
    expect(wholesale).toEqual([]);
  });

  test.each([
    ["apps/api/src/long.ts", 69],
    ["packages/db/src/long.ts", 69],
    ["apps/web/src/long.tsx", 120],
  ])("the lint refuses a line more in %s than %d, comments and blank lines left out", async (file, most) => {
    const root = mkdtempSync(path.join(tmpdir(), "wattle-tidy-"));
    try {
      copyFileSync(path.join(ROOT, ".oxlintrc.json"), path.join(root, ".oxlintrc.json"));
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      const lint = async (count: number): Promise<string> => {
        const body = Array.from({ length: count - 2 }, (_, n) => `  console.log(${n});\n\n  // ${n}\n`);
        writeFileSync(path.join(root, file), `export function long() {\n${body.join("")}}\n`);
        const oxlint = path.join(ROOT, "node_modules/oxlint/bin/oxlint");
        const { promise, resolve } = Promise.withResolvers<string>();
        execFile(process.execPath, [oxlint, "--format", "unix"], { cwd: root }, (_error, out) =>
          resolve(out),
        );
        return promise;
      };
      expect(await lint(most + 1)).toContain(RULE);
      expect(await lint(most)).not.toContain(RULE);
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});
