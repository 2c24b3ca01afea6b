import { UsageError, type Command } from "./command.ts";

/** How many words follow a command's name at most, by its help: `<reference> <amount> [--message TEXT]` takes two. */
export function mostWords(takes: string): number {
  const [words = ""] = takes.split(/(?:^| )\[?--/);
  if (words.includes("…")) return Infinity;
  return words.match(/<[^>]*>(?:\|\S+)?|\S+/g)?.length ?? 0;
}

/** @throws UsageError naming the first word that the command does not take */
export function refuseSurplus(
  { name, takes }: Pick<Command, "name" | "takes">,
  words: readonly string[],
): void {
  const surplus = words[mostWords(takes)];
  if (surplus !== undefined)
    throw new UsageError(
      `unexpected ${JSON.stringify(surplus)}. Usage: ${[name, takes].filter(Boolean).join(" ")}`,
    );
}
