import { SaxesParser, type SaxesTagPlain } from "saxes";

/** An element that is read as a whole. Names are without their prefix. */
export interface XmlElement {
  readonly name: string;
  readonly line: number;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

/** An element that begins outside all parts; the outermost is at depth 1. */
type XmlStart = Pick<XmlElement, "name" | "line" | "attributes"> & { readonly depth: number };

interface XmlReading {
  /** No element may be deeper. */
  readonly deepest: number;
  /** Whether an element is a part, which is read as a whole; what is outside of all parts is not kept. It may throw. */
  readonly isPart: (start: XmlStart) => boolean;
  /** Called as each part ends. */
  readonly onPart: (part: XmlElement) => void;
  /** The error for a file that is refused at a line. */
  readonly refusal: (why: "document_type" | "broken" | "deep", line: number) => Error;
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/**
 * Reads an XML file from outside, part by part. One with a document type is refused, so that nothing in it is expanded.
 * @throws the reading's own errors
 */
export function readXmlParts(content: string, { deepest, isPart, onPart, refusal }: XmlReading): void {
  const parser = new SaxesParser();
  const open: XmlElement[] = [];
  let depth = 0;
  const fail = (why: Parameters<XmlReading["refusal"]>[0]): never => {
    throw refusal(why, Math.max(1, parser.line));
  };
  parser.on("doctype", () => fail("document_type"));
  parser.on("error", () => fail("broken"));
  parser.on("opentag", ({ name: written, attributes }: SaxesTagPlain) => {
    const start = { name: localName(written), line: parser.line, attributes };
    if (++depth > deepest) fail("deep");
    if (open.length === 0 && !isPart({ ...start, depth })) return;
    const element: XmlElement = { ...start, children: [], text: "" };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  const onText = (text: string): void => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  };
  parser.on("text", onText);
  parser.on("cdata", onText);
  parser.on("closetag", () => {
    depth -= 1;
    const element = open.pop();
    if (element !== undefined && open.length === 0) onPart(element);
  });
  parser.write(content).close();
}
