// How documents and comments are written, by docs/voice.md: a sentence starts with the actor or the thing, a table cell
// is a phrase.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "..");

/** Sentences that may begin with one of the words, of 1,000. */
const MOST_IN_1000 = 5;
const STILTED = /^(?:what|who|whose|where|of)\b/i;
/** Characters of a table cell, as it is read: without the addresses of links. */
const LONGEST_CELL = 139;

/** A text as it is read. */
const visible = (text: string): string =>
  text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[*`_]/g, "")
    .trim();

const cellsOf = (row: string): string[] =>
  row
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map(visible);

const sentencesOf = (block: string): string[] =>
  block.split(/(?<=[.!?][)"”]?)\s+(?=[("“]?[A-Z\d/])/).filter((sentence) => /\w \w/.test(sentence));

interface Prose {
  readonly sentences: readonly string[];
  readonly cells: readonly string[];
}

/** The sentences and table cells of a document, without its code. */
function proseOf(markdown: string): Prose {
  const cells: string[] = [];
  const blocks: string[] = [""];
  const text = markdown.replaceAll(/^( *)```[\s\S]*?^\1```/gm, "").replaceAll(/<!--[\s\S]*?-->/g, "");
  for (const line of text.split("\n")) {
    if (/^\s*\|/.test(line)) {
      if (!/^[\s|:-]*$/.test(line)) cells.push(...cellsOf(line));
      continue;
    }
    const [, start] = /^(?:\s*(?:[-*]|\d+\.)\s|#+ |> |\s*$)(.*)/.exec(line) ?? [];
    if (start === undefined) blocks.push(`${blocks.pop()} ${line.trim()}`);
    else blocks.push(start, ...(line.startsWith("#") ? [""] : []));
  }
  return { sentences: [...blocks.map(visible), ...cells].flatMap(sentencesOf), cells };
}

/** The sentences of a source's comments, without those at the end of a line of code. */
const commentsOf = (source: string): string[] =>
  Array.from(source.matchAll(/^[ \t]*(?:\/\*[\s\S]*?\*\/|\/\/.*(?:\n[ \t]*\/\/.*)*)/gm), ([comment]) =>
    visible(comment.replaceAll(/^[ \t]*(?:\/\*+|\*(?!\/)|\/\/)|\*\/$/gm, "").replaceAll(/\s+/g, " ")),
  ).flatMap(sentencesOf);

describe("documents", () => {
  const documents = globSync(["*.md", "{apps,deploy,docs,examples,packages,test}/**/*.md"], {
    cwd: ROOT,
    exclude: (name) => /(?:^|[\\/])(?:node_modules|dist|data)$/.test(name),
  }).map((file) => ({ file, ...proseOf(readFileSync(path.join(ROOT, file), "utf8")) }));

  test("begin fewer than 5 of 1,000 sentences with What, Who, Whose, Where or Of", () => {
    expect(documents.map(({ file }) => file)).toEqual(expect.arrayContaining(["README.md", "docs/desk.md"]));
    const all = documents.flatMap(({ sentences }) => sentences);
    const found = documents.flatMap(({ file, sentences }) =>
      sentences.filter((sentence) => STILTED.test(sentence)).map((sentence) => `${file}: ${sentence}`),
    );
    expect(all.length).toBeGreaterThan(2_000);
    const advice = `${found.length} of ${all.length}; start with who acts, or with the thing:\n${found.join("\n")}\n`;
    expect(found.length * 1_000, advice).toBeLessThan(MOST_IN_1000 * all.length);
  });

  test("have at most 139 characters in a table cell", () => {
    const wide = documents.flatMap(({ file, cells }) =>
      cells.filter((cell) => cell.length > LONGEST_CELL).map((cell) => `${file}: ${cell}`),
    );
    expect(wide, `${wide.length}; a list or a section has room:\n${wide.join("\n")}\n`).toEqual([]);
  });

  test.each([
    ["README.md", 110],
    ["ARCHITECTURE.md", 200],
  ])("%s has at most %d lines", (file, most) => {
    expect(readFileSync(path.join(ROOT, file), "utf8").trimEnd().split("\n").length).toBeLessThanOrEqual(
      most,
    );
  });

  test("are read as people read them", () => {
    const page = [
      "# Who pays",
      "A line goes on",
      "here. Of two, [one](what.md) wins.",
      "- **Where** it is. It, what else.",
      "```sh\nWho am i?\n```",
      "| what | `is` it |\n| --- | --- |\n| Whose | [an address](https://example.com) |",
    ].join("\n");
    const { sentences, cells } = proseOf(page);
    expect(cells).toEqual(["what", "is it", "Whose", "an address"]);
    expect(sentences).toEqual([
      "Who pays",
      "A line goes on here.",
      "Of two, one wins.",
      "Where it is.",
      "It, what else.",
      "is it",
      "an address",
    ]);
    expect(sentences.filter((sentence) => STILTED.test(sentence))).toHaveLength(3);
  });
});

describe("comments", () => {
  test("begin no sentence with What, Who, Whose, Where or Of", () => {
    const files = globSync("{apps,packages,scripts}/**/*.{mjs,ts,tsx}", {
      cwd: ROOT,
      exclude: (name) => /(?:^|[\\/])(?:node_modules|dist|data)$/.test(name),
    });
    const all = files.flatMap((file) =>
      commentsOf(readFileSync(path.join(ROOT, file), "utf8")).map((sentence) => ({ file, sentence })),
    );
    expect(all.length).toBeGreaterThan(5_000);
    const found = all.filter(({ sentence }) => STILTED.test(sentence));
    expect(found.map(({ file, sentence }) => `${file}: ${sentence}`)).toEqual([]);
  });

  test("are read as people read them", () => {
    const source = [
      "/** What it is. */",
      "const a = 1; // Who reads it",
      "  // One sentence goes on",
      "  // here. Of two, one wins.",
      "/**",
      " * Its `where` is known.",
      " * Whose it is.",
      " */",
    ].join("\n");
    expect(commentsOf(source)).toEqual([
      "What it is.",
      "One sentence goes on here.",
      "Of two, one wins.",
      "Its where is known.",
      "Whose it is.",
    ]);
  });
});
