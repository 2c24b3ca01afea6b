// The graph of imports, read from the sources. For the walls.
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";

/** Imports of each file or room, both by their paths. Types count: who reads one has to know where it comes from. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

const IMPORTED = /(?:\bfrom|^import|\bimport\()\s*"(\.{1,2}\/[^"]+)"/gm;

/** The imports between the files below a folder. Paths are from that folder; tests are left out. */
export function importsBelow(folder: string): ImportGraph {
  const files = globSync("**/*.{ts,tsx}", { cwd: folder })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !/\.test\.tsx?$/.test(file));
  const graph = new Map<string, ReadonlySet<string>>();
  for (const file of files) {
    const text = readFileSync(path.join(folder, file), "utf8");
    const targets = [...text.matchAll(IMPORTED)]
      .map(([, module = ""]) => path.posix.join(path.posix.dirname(file), module))
      .filter((target) => !target.startsWith("..") && existsSync(path.join(folder, target)));
    graph.set(file, new Set(targets));
  }
  return graph;
}

/** A room is what lies in a folder at its top: a file, or a whole folder. */
export const roomOf = (file: string): string => file.split("/")[0] ?? file;

/** The imports between rooms. */
export function roomsOf(graph: ImportGraph): ImportGraph {
  const rooms = new Map<string, Set<string>>();
  for (const [file, targets] of graph) {
    const room = roomOf(file);
    const known = rooms.get(room) ?? new Set();
    for (const target of targets) if (roomOf(target) !== room) known.add(roomOf(target));
    rooms.set(room, known);
  }
  return rooms;
}

/** A way from something back to itself, written `a -> b -> a`; undefined if nothing imports itself by any way. */
export function circleIn(graph: ImportGraph): string | undefined {
  const done = new Set<string>();
  const visit = (node: string, way: readonly string[]): string | undefined => {
    const begin = way.indexOf(node);
    if (begin !== -1) return [...way.slice(begin), node].join(" -> ");
    if (done.has(node)) return undefined;
    for (const next of graph.get(node) ?? []) {
      const circle = visit(next, [...way, node]);
      if (circle !== undefined) return circle;
    }
    done.add(node);
    return undefined;
  };
  for (const node of graph.keys()) {
    const circle = visit(node, []);
    if (circle !== undefined) return circle;
  }
  return undefined;
}
