import { createRandom } from "@p4twin/models/core";

/** Pieces that parsers stumble over when there are many of them, by the format in which they mean something. */
const pieces = {
  yaml: [
    "[",
    "{a: ",
    "- ",
    "? ",
    "a: ",
    "&a ",
    "*a ",
    "!!a ",
    ",",
    "]",
    "}",
    '"',
    "'",
    "\n",
    "\t",
    " |\n",
    "#",
    ": ",
    "<<: ",
  ],
  json: ["[", "]", "{", "}", '{"a":', '"a"', ",", "1e999", '"\\u0000"', "\\", "-", "null"],
  xml: [
    "<a>",
    "</a>",
    "<a ",
    'x="',
    "<![CDATA[",
    "]]>",
    "<!--",
    "&amp;",
    "&#1114112;",
    "<?xml ?>",
    "<graphml>",
    "\n",
  ],
  p4: [
    "(",
    "{",
    "[",
    "<",
    "@a(",
    "/*",
    "#if ",
    "#define A A A\n",
    "A(",
    "1+",
    "~",
    "header h {",
    "bit<9999999999>",
    ".a",
    "? 1 : ",
    "1 << 1000000000",
    "\n",
    ";",
    "}",
  ],
  csv: [",", ";", '"', "\t", "\n", "1", "parse", "e", "-", " "],
} as const;
export type NastyFormat = keyof typeof pieces;
export const nastyFormats = Object.keys(pieces) as NastyFormat[];

/** A text of about `length` characters in which few pieces repeat again and again: the same seed, the same text. */
export function nastyText(format: NastyFormat, seed: number, length: number): string {
  const random = createRandom(seed);
  const pick = (): string => pieces[format][random.integer(pieces[format].length)] ?? "";
  let text = "";
  while (text.length < length) {
    const unit = Array.from({ length: 1 + random.integer(3) }, pick).join("");
    const room = Math.max(1, Math.floor((length - text.length) / unit.length));
    text += unit.repeat(random.integer(2) === 0 ? Math.min(room, 1 + random.integer(50)) : room);
  }
  return text;
}
