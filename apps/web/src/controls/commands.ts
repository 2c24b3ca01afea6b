import type { ReactNode } from "react";

/** Something to do or a place to go, found by typing. */
interface Command {
  readonly key: string;
  readonly label: string;
  /** A second line, which is searched as well. */
  readonly detail?: string;
  /** Drawn before its texts. */
  readonly icon?: ReactNode;
  readonly run: () => void;
}

export interface CommandGroup {
  readonly label: string;
  readonly commands: readonly Command[];
  /** They were found by what was typed already. */
  readonly found?: boolean;
}

const plain = (text: string): string => text.normalize("NFKD").toLowerCase();

/**
 * The commands that have every word of `query` somewhere in their texts, in the order given; all of them for a query without
 * words. Groups that have none are left out.
 */
export function matchingCommands(groups: readonly CommandGroup[], query: string): readonly CommandGroup[] {
  const words = plain(query)
    .split(/\s+/)
    .filter((word) => word !== "");
  return groups
    .map(({ label, commands, found = false }) => ({
      label,
      commands: commands.filter((command) => {
        const text = plain(`${command.label} ${command.detail ?? ""}`);
        return found || words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ commands }) => commands.length > 0);
}
