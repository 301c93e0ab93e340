import { pythonLanguage } from "@codemirror/lang-python";
import type { CodeToken, Tokenize } from "./tokenColumns.ts";

/** Nodes of the Python grammar that are drawn as one piece, by their name. */
const KINDS: Readonly<Record<string, CodeToken["kind"]>> = {
  Comment: "comment",
  String: "string",
  FormatString: "string",
  Number: "number",
  Boolean: "keyword",
  None: "keyword",
  Decorator: "annotation",
};
const KEYWORD = /^[a-z]+$/;

/** Colours Python; the name after `def` and `class` stands out like a type. */
export const tokenizePython: Tokenize = (text) => {
  const tokens: CodeToken[] = [];
  pythonLanguage.parser.parse(text).iterate({
    enter({ name, from, to, node }) {
      const defines = name === "VariableName" && /^(Function|Class)Definition$/.test(node.parent?.name ?? "");
      // keywords are the grammar's only nodes that are called by their own text
      const kind = defines
        ? "type"
        : (KINDS[name] ?? (KEYWORD.test(name) && text.slice(from, to) === name ? "keyword" : null));
      if (kind === null) return true;
      tokens.push({ kind, start: from, end: to });
      return false;
    },
  });
  return tokens;
};
