import type { Span } from "../../core/index.ts";

/**
 * The comment that describes what stands at `span`: lines of comment right above it, else the comment behind it on its
 * last line. Null when there is none.
 */
export function documentationOf(text: string, span: Span): string | null {
  return commentAbove(text, span.start) ?? commentBehind(text, span.end);
}

function commentAbove(text: string, start: number): string | null {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  if (text.slice(lineStart, start).trim() !== "") return null;
  const above = text.slice(0, lineStart).trimEnd();
  // a blank line parts a comment from what follows it
  if (/\n[^\S\n]*\n/.test(text.slice(above.length, lineStart))) return null;
  if (above.endsWith("*/")) {
    const open = above.lastIndexOf("/*");
    return open < 0 || !startsLine(above, open) ? null : plain(above.slice(open, above.length));
  }
  const lines: string[] = [];
  for (let end = above.length; end > 0; ) {
    const from = above.lastIndexOf("\n", end - 1) + 1;
    const line = above.slice(from, end).trim();
    if (!line.startsWith("//")) break;
    lines.unshift(line);
    end = from - 1;
  }
  return plain(lines.join("\n"));
}

const startsLine = (text: string, at: number): boolean =>
  text.slice(text.lastIndexOf("\n", at - 1) + 1, at).trim() === "";

function commentBehind(text: string, end: number): string | null {
  const newline = text.indexOf("\n", end);
  const rest = text.slice(end, newline < 0 ? text.length : newline);
  const comment = /^[\s;,{]*(\/\/.*|\/\*.*?\*\/)\s*$/.exec(rest)?.[1];
  return comment === undefined ? null : plain(comment);
}

/** A comment without its marks; null when nothing is left. */
function plain(comment: string): string | null {
  const lines = comment
    .replace(/^\/\*+/, "")
    .replace(/\*+\/$/, "")
    .split("\n")
    .map((line) => line.replace(/^\s*(?:\/\/+[!<]?|\*+(?!\/))?\s?/, "").trimEnd());
  const words = lines.join("\n").trim();
  // rulers and boxes of asterisks say nothing
  return /[\p{L}\p{N}]/u.test(words) ? words.replace(/\n?^[*\-=/ ]{3,}$/gm, "").trim() : null;
}
