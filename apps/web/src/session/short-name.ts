/** A name of this many characters or more is cut to as many, followed by an ellipsis. */
const LONGEST = 9;

/** The first name as the header shows it: 'Alexandra' → 'Alexandra…', 'Alice' → 'Alice'. */
export function shortName(firstName: string): string {
  const letters = Array.from(firstName);
  return letters.length >= LONGEST ? `${letters.slice(0, LONGEST).join("")}…` : firstName;
}
