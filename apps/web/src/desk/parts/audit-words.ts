import type { AuditLine } from "@wattle/contracts/desk";
import { amountText } from "../../money/price-figures.ts";
import { actText } from "../../staff/staff-words.ts";
import { STATUS_WORDS } from "../../history/statuses.ts";
import { CUSTOMER_STATES, isClosedAddress } from "./customer-states.ts";
import { FILING_WORDS, KIND_WORDS, ruleName } from "./fired-words.ts";
import { signedText } from "./signed-money.ts";
import { switchText } from "./switch-words.ts";

/** Accounts without a person: the log has a word for each. */
const NO_ONE: Readonly<Record<string, string>> = { cli: "The command line", system: "The system" };

const CLOSED = "Closed account";

/** Full name of a person whom a line has by identifier; undefined if the log knows none. */
const fullName = ({ people }: AuditLine, id: unknown): string | undefined =>
  typeof id === "string" ? people?.[id] : undefined;

/** A person by name, else by email address. @param email the log's own, null if it has none */
const personText = (line: AuditLine, id: unknown, email: string | null): string | undefined =>
  email && isClosedAddress(email) ? CLOSED : (fullName(line, id) ?? email ?? undefined);

/** The actor by name, by email address, or as the part of the system. */
export const actorText = (line: AuditLine): string =>
  personText(line, line.actor, line.actor_name) ?? NO_ONE[line.actor] ?? line.actor;

/** Actor, with the second person of an act that takes two. */
export const whoOf = (line: AuditLine): string => `${actorText(line)}${secondText(line)}`;

/** Email addresses of those whom `whoOf` names. */
export const addressesOf = ({ actor_name: actor, second_name: second }: AuditLine): string =>
  [actor, second].filter((email) => email && !isClosedAddress(email)).join(", ");

/** The second person of an act: ', approved by Frank Finance'. */
export function secondText(line: AuditLine): string {
  const { second_name: second, details } = line;
  if (!second) return "";
  const id = details["approved_by"] ?? details["requested_by"];
  return `, ${"approved_by" in details ? "approved" : "asked for"} by ${personText(line, id, second)}`;
}

/**
 * Name of an actor of the log; undefined for an account without a name. @param name the log's own, null if it has none
 */
export const nameOfActor = (actor: string, name: string | null): string | undefined =>
  nameText(name) ?? NO_ONE[actor];

/** A closed account's address is made up. */
const nameText = (name: string | null): string | undefined =>
  name !== null && isClosedAddress(name) ? CLOSED : (name ?? undefined);

/** Whether a text is a hash, or has an identifier in it: they say nothing to people. */
const isForMachines = (text: string): boolean =>
  /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i.test(text) || /^[\w+/=-]{32,}$/.test(text);

/** Subject of the act, as people know it: at last the customer it is about. Nothing if only its identifier is known. */
export function aboutOf(line: AuditLine): string {
  const { action, subject, subject_name: name, details } = line;
  const { reference, email, customer } = details;
  const named = personText(line, subject, name) ?? reference ?? email;
  if (typeof named === "string") return named;
  if (action === "switch.set") return switchText(subject);
  return fullName(line, customer) ?? (isForMachines(subject) ? "" : subject);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const titleOf = (name: string): string => capital(name.replaceAll("_", " "));

const OPS = "ops.".length;
/** An amount as the log keeps it: '4150.50 AUD'. */
const MONEY = /^-?(?:0|[1-9]\d*)(?:\.\d+)? [A-Z]{3,5}$/;

/** A value in words; nothing for what is empty. */
function valueText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(valueText).filter(Boolean).join(", ");
  if (typeof value === "object")
    return Object.entries(value)
      .flatMap(([name, each]) => {
        const text = valueText(each);
        return text === "" ? [] : [`${name.replaceAll("_", " ")} ${text}`];
      })
      .join(", ");
  if (typeof value === "string") {
    // A procedure is an act that a second person decides on.
    if (/^ops\.[a-zA-Z.]+$/.test(value)) return actText(value.slice(OPS));
    return MONEY.test(value) ? signedText(...(value.split(" ") as [string, string])) : value;
  }
  return JSON.stringify(value);
}

const STATE_WORDS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({ ...STATUS_WORDS, ...CUSTOMER_STATES }).map(([status, { word }]) => [status, word]),
);

const FILED: Readonly<Record<string, string>> = FILING_WORDS;
const CASE_KINDS: Readonly<Record<string, string>> = KIND_WORDS;

/** Words for the codes that a detail may have. */
const WORDS_OF: Readonly<Record<string, (code: string) => string>> = {
  from: (code) => STATE_WORDS[code] ?? code,
  to: (code) => STATE_WORDS[code] ?? code,
  kind: (code) => CASE_KINDS[code] ?? FILED[code] ?? code,
  rule: (code) => FILED[code] ?? ruleName(code),
};

const inWords = (name: string, value: unknown): unknown =>
  typeof value === "string" ? (WORDS_OF[name]?.(value) ?? value) : value;

/** Names of an amount in the log, whose currency is next to it. */
const AMOUNTS = ["amount", "total"];

/** Amounts with their currency, as people read them: `1,000.00 AUD`. */
function withMoney(details: AuditLine["details"]): AuditLine["details"] {
  const { currency, ...others } = details;
  const found = AMOUNTS.filter((name) => typeof others[name] === "string");
  if (typeof currency !== "string" || found.length === 0) return details;
  return {
    ...others,
    ...Object.fromEntries(found.map((name) => [name, amountText(String(others[name]), currency)])),
  };
}

/** Facts that name the second person, whom the line names next to the first. */
const SECOND = ["Approved by", "Requested by"];

/**
 * Everything that the log has of an act, by name: `["Internal note", "Called by phone"]`. Empty values are left out.
 */
export const factsOf = ({
  details,
  second_name: second,
}: AuditLine): (readonly [name: string, value: string])[] =>
  Object.entries(withMoney(details)).flatMap(([name, value]) => {
    const title = titleOf(name);
    const text = SECOND.includes(title) ? (second ?? valueText(value)) : valueText(inWords(name, value));
    return text === "" ? [] : [[title, text] as const];
  });

/** Facts whose value says what it is. */
const PLAIN = new Set(["Act", "Kind", "On", "Reason", "Reasons", "Rule", "Side"]);
const NOTE = "Internal note";

/** Facts that read better as a phrase than after their name. */
const PHRASES: Readonly<Record<string, (value: string) => string>> = {
  Total: (value) => value,
  Amount: (value) => value,
  Fee: (value) => `fee ${value}`,
  References(value) {
    const count = value.split(", ").length;
    return `${count} ${count === 1 ? "payment" : "payments"}`;
  },
  Addresses: (value) => (value === "1" ? "1 address" : `${value} addresses`),
};

const factText = ([name, value]: readonly [string, string]): string => {
  if (name === NOTE) return `“${value}”`;
  const phrase = PHRASES[name];
  if (phrase !== undefined) return phrase(value);
  return PLAIN.has(name) ? capital(value) : `${name}: ${value}`;
};

/** An act in a line, for people: without identifiers and hashes, and without what the line says otherwise. */
export function detailsText(line: AuditLine): string {
  const { action, details } = line;
  if (action === "identity.sent") return "";
  const facts = new Map(
    factsOf(line).filter(
      ([name, value]) => !isForMachines(value) && value !== aboutOf(line) && !SECOND.includes(name),
    ),
  );
  // The sentence says it.
  if (action === "switch.set") facts.delete("Paused");
  // The rule says of which kind the case is.
  if (typeof details["rule"] === "string") facts.delete("Kind");
  const [from, to] = [facts.get("From"), facts.get("To")];
  const texts = [...facts]
    .filter(([name]) => from === undefined || to === undefined || (name !== "From" && name !== "To"))
    .map(factText);
  return [...(from !== undefined && to !== undefined ? [`${from} → ${to}`] : []), ...texts].join(" · ");
}
