import { XMLParser, XMLValidator } from "fast-xml-parser";
import type { Diagnostic, Span } from "../../../core/index.ts";

/** An XML element without its namespace prefix. `text` is its own text, without that of its children. */
export type XmlElement = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  text: string;
  /** offset of its "<" in the text; null when unknown */
  at: number | null;
};

export type XmlDocument = {
  root: XmlElement | null;
  diagnostics: Diagnostic[];
  spanAt(offset: number | null): Span | null;
};

/** Our choice: GraphML nests a handful of elements, yEd's drawings some twenty. */
const MAX_DEPTH = 100;
const ATTRIBUTES = ":@";
const TEXT = "#text";

/**
 * Reads XML. A document type is refused as a whole: GraphML needs none, and entities declared there can grow
 * without bound (XML bombs) or name files. The five entities of XML itself and numeric ones are read.
 */
export function readXml(text: string, file: string): XmlDocument {
  // what the parser does itself, done before, so that its offsets are ours; CRs are one offset each, added
  // back in `spanAt`
  const plain = text.replace(/\r\n?/g, "\n");
  const spanAt = (offset: number | null): Span | null =>
    offset === null ? null : spanOf(text, plain, file, offset);
  const refuse = (code: string, message: string, offset: number): XmlDocument => ({
    root: null,
    diagnostics: [{ severity: "error", code, message, span: spanAt(offset) }],
    spanAt,
  });
  const doctype = /<!(?:DOCTYPE|ENTITY)/i.exec(plain);
  if (doctype) {
    const message =
      "the file declares a document type or entities, which are not read: remove the <!DOCTYPE …>";
    return refuse("xml-doctype", message, doctype.index);
  }
  const valid = XMLValidator.validate(plain);
  if (valid !== true) {
    const { line, col, msg } = valid.err;
    // an unclosed root is told as JSON of all that is open
    const message = `${msg.split("\n")[0]!.slice(0, 200)}; the file must be well-formed XML`;
    return refuse("bad-syntax", message, offsetOf(plain, line, col ?? 1));
  }
  let entries: unknown;
  try {
    entries = new XMLParser({
      preserveOrder: true,
      ignoreAttributes: false,
      attributeNamePrefix: "",
      removeNSPrefix: true,
      captureMetaData: true,
      parseTagValue: false,
      parseAttributeValue: false,
      ignoreDeclaration: true,
      ignorePiTags: true,
      // the parser counts those above an element
      maxNestedTags: MAX_DEPTH - 1,
    }).parse(plain);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    return refuse("bad-syntax", `${message.slice(0, 200)}; the file must be well-formed XML`, 0);
  }
  return { root: elementsOf(entries).children[0] ?? null, diagnostics: [], spanAt };
}

/** The parser's ordered entries ({ name: [children], ":@": attributes }) as elements and text. */
function elementsOf(entries: unknown): { children: XmlElement[]; text: string } {
  const children: XmlElement[] = [];
  let text = "";
  for (const entry of Array.isArray(entries) ? entries : []) {
    if (typeof entry !== "object" || entry === null) continue;
    for (const [name, value] of Object.entries(entry)) {
      if (name === TEXT) text += String(value);
      else if (name !== ATTRIBUTES) {
        const inner = elementsOf(value);
        const attributes = Object.fromEntries(
          Object.entries(Reflect.get(entry, ATTRIBUTES) ?? {}).map(([key, given]) => [key, String(given)]),
        );
        children.push({ name, attributes, ...inner, at: startOf(entry) });
      }
    }
  }
  return { children, text: text.trim() };
}

function startOf(entry: object): number | null {
  const meta: unknown = Reflect.get(entry, XMLParser.getMetaDataSymbol().valueOf());
  const start = typeof meta === "object" && meta !== null ? Reflect.get(meta, "startIndex") : undefined;
  return typeof start === "number" ? start : null;
}

function offsetOf(text: string, line: number, column: number): number {
  let at = 0;
  for (let n = 1; n < line; n++) {
    const end = text.indexOf("\n", at);
    if (end < 0) break;
    at = end + 1;
  }
  return Math.min(text.length, at + Math.max(0, column - 1));
}

/** The place of a tag: from `offset` of the text with single line ends to the end of the tag. */
function spanOf(text: string, plain: string, file: string, offset: number): Span {
  const start = Math.min(Math.max(0, offset), plain.length);
  const close = plain.indexOf(">", start);
  const newline = plain.indexOf("\n", start);
  const end = Math.min(close < 0 ? plain.length : close + 1, newline < 0 ? plain.length : newline);
  const line = plain.slice(0, start).split("\n").length;
  const column = start - (plain.lastIndexOf("\n", start - 1) + 1) + 1;
  // each line end before it is one character longer where the text has CR LF
  const longer = text.length === plain.length ? 0 : (text.slice(0, start + line).match(/\r\n/g)?.length ?? 0);
  return {
    file,
    start: Math.min(text.length, start + longer),
    end: Math.min(text.length, Math.max(start, end) + longer),
    line,
    column,
    endLine: line,
    endColumn: column + Math.max(0, end - start),
  };
}
