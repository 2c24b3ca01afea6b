import type { AuditLine } from "@wattle/contracts/desk";
import { amountText } from "../../money/price-figures.ts";
import { actText } from "../../staff/staff-words.ts";
import { isClosedAddress } from "./customer-states.ts";
import { switchText } from "./switch-words.ts";

/** Accounts without a person: the log has a word for each. */
const NO_ONE: Readonly<Record<string, string>> = { cli: "The command line", system: "The system" };

/** Actor, with the second person of an act that takes two: by their email addresses if the log knows them. */
export function whoOf(line: AuditLine): string {
  const { actor, actor_name: name } = line;
  return `${nameOfActor(actor, name) ?? actor}${secondText(line)}`;
}

/** The second person of an act: ', approved by frank@mail.example'. */
export function secondText({ second_name: second, details }: AuditLine): string {
  if (!second) return "";
  return `, ${"approved_by" in details ? "approved" : "asked for"} by ${nameText(second)}`;
}

/**
 * Name of an actor of the log; undefined for an account without a name. @param name the log's own, null if it has none
 */
export const nameOfActor = (actor: string, name: string | null): string | undefined =>
  nameText(name) ?? NO_ONE[actor];

/** A closed account's address is made up. */
const nameText = (name: string | null): string | undefined =>
  name !== null && isClosedAddress(name) ? "Closed account" : (name ?? undefined);

/** Whether a text is a hash, or has an identifier in it: they say nothing to people. */
const isForMachines = (text: string): boolean =>
  /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i.test(text) || /^[\w+/=-]{32,}$/.test(text);

/** Subject of the act, as people know it; nothing if only its identifier is known. */
export function aboutOf({ action, subject, subject_name: name, details }: AuditLine): string {
  const { reference, email } = details;
  const named = nameText(name) ?? reference ?? email;
  if (typeof named === "string") return named;
  if (action === "switch.set") return switchText(subject);
  return isForMachines(subject) ? "" : subject;
}

const titleOf = (name: string): string => {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const OPS = "ops.".length;

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
  // A procedure is an act that a second person decides on.
  if (typeof value === "string") return /^ops\.[a-zA-Z.]+$/.test(value) ? actText(value.slice(OPS)) : value;
  return JSON.stringify(value);
}

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
    const text = SECOND.includes(title) ? (second ?? valueText(value)) : valueText(value);
    return text === "" ? [] : [[title, text] as const];
  });

/** An act in a line, for people: without identifiers and hashes, and without what the line says otherwise. */
export function detailsText(line: AuditLine): string {
  const facts = new Map(
    factsOf(line).filter(
      ([name, value]) => !isForMachines(value) && value !== aboutOf(line) && !SECOND.includes(name),
    ),
  );
  const [from, to] = [facts.get("From"), facts.get("To")];
  if (from !== undefined && to !== undefined) {
    facts.delete("From");
    facts.delete("To");
    return [`${from} → ${to}`, ...texts(facts)].join(" · ");
  }
  return texts(facts).join(" · ");
}

const texts = (facts: ReadonlyMap<string, string>): string[] =>
  [...facts].map(([name, value]) => `${name}: ${value}`);
