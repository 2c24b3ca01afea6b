/**
 * Versions of Node for the built server: 22.18, or 24 and newer. An uneven version is never kept for long, and 23 has
 * ended.
 */
const TAKES = "22.18 or newer";

/** @returns what is wrong with a version of Node, such as `20.20.2`; undefined if it will do */
export function nodeProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map((part) => Number.parseInt(part, 10));
  return major >= 24 || (major === 22 && minor >= 18)
    ? undefined
    : `Node ${version} is too old; takes ${TAKES}`;
}

/** Ends the program in one line on a Node that could not read the rest of it. */
export function requireNode(): void {
  const problem = nodeProblem(process.versions.node);
  if (problem === undefined) return;
  console.error(problem);
  process.exit(1);
}
