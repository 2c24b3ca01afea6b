import { FIRST_MARKETS } from "@wattle/contracts/first-markets";
import { z } from "zod";
import { environment } from "../settings.ts";

/** Currencies that an installation can open with; others follow by `ops -- markets currency`. */
const OFFERED = FIRST_MARKETS.currencies.filter(({ active }) => active);
const ofKind = (kind: "fiat" | "crypto"): string =>
  OFFERED.filter((currency) => currency.kind === kind)
    .map(({ code }) => code)
    .join(", ");

const CURRENCIES_TAKE = `at least one of ${ofKind("fiat")}, the first of which is your home currency, and one of ${ofKind("crypto")}`;

/** Codes as they were typed, fiat currencies first. */
const currencies = z
  .string(CURRENCIES_TAKE)
  .transform((text) => [...new Set(text.split(/[\s,]+/).filter((code) => code !== ""))])
  .transform((codes) => {
    const of = (kind: "fiat" | "crypto") =>
      codes.filter((code) => OFFERED.some((offered) => offered.code === code && offered.kind === kind));
    return { fiat: of("fiat"), coins: of("crypto"), count: codes.length };
  })
  .refine(
    ({ fiat, coins, count }) => fiat.length > 0 && coins.length > 0 && fiat.length + coins.length === count,
    CURRENCIES_TAKE,
  );

const DATABASE_TAKES =
  "sqlite, or postgres://ADMINISTRATOR:PASSWORD@HOST/NAME; without an administrator you run the SQL yourself";

const database = z
  .string(DATABASE_TAKES)
  .regex(/^(?:sqlite|postgres(?:ql)?:\/\/[^/]+\/[a-z][a-z0-9_]{0,40})$/, DATABASE_TAKES)
  .refine((text) => text === "sqlite" || URL.canParse(text), DATABASE_TAKES);

const PRICES_TAKE = "kraken, convert:ACCESS-KEY, or both by a comma";

/** Sources in their order, and the access key of `convert`. */
const prices = z
  .string(PRICES_TAKE)
  .regex(/^(?:kraken|convert:[^\s,:]+)(?:,(?:kraken|convert:[^\s,:]+))?$/, PRICES_TAKE)
  .transform((text) => {
    const parts = text.split(",").map((part) => part.split(":"));
    return { sources: parts.map(([name]) => name).join(","), key: parts.find(([, key]) => key)?.[1] };
  });

/** The eight answers: each as the setting or the brand file takes it. */
export const answers = z.strictObject({
  name: z.string("your brand").min(1, "your brand").max(40, "at most 40 characters"),
  address: environment.shape.APP_ORIGIN.unwrap(),
  legalEntity: z
    .string("the company that runs the site")
    .min(1, "the company that runs the site")
    .max(120, "at most 120 characters"),
  currencies,
  database,
  mail: environment.shape.MAIL_URL.unwrap().refine(
    (text) => text !== "outbox:",
    "smtp://USER:PASSWORD@HOST:587, since customers confirm by email",
  ),
  prices,
  admin: z.email("the email address of the first admin"),
});
export type Answers = z.output<typeof answers>;
export type Question = keyof z.input<typeof answers>;

/** Questions in the order in which they are asked. */
export const QUESTIONS: Readonly<Record<Question, string>> = {
  name: "Name of the site",
  address: "Its address, such as https://exchange.example",
  legalEntity: "Legal entity that runs it",
  currencies: `Currencies, such as ${[...ofKind("fiat").split(", ").slice(0, 1), ofKind("crypto")].join(", ")}`,
  database: "Database: sqlite, or postgres://ADMINISTRATOR:PASSWORD@HOST/NAME",
  mail: "Mail server: smtp://USER:PASSWORD@HOST:587",
  prices: "Prices: kraken, or convert:ACCESS-KEY",
  admin: "Email address of the first admin",
};

export const QUESTION_NAMES = Object.keys(QUESTIONS) as readonly Question[];

/** Says how an answer should be; undefined if it will do. */
export function answerFault(question: Question, text: string): string | undefined {
  const { error } = answers.shape[question].safeParse(text);
  return error?.issues[0]?.message;
}
