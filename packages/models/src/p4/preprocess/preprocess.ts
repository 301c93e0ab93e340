import type { Diagnostic } from "../../core/index.ts";
import { builtInFile } from "../architectures/builtInFiles.ts";
import type { MacroDefinition, ParseOptions, PreprocessorTrace, SourceText } from "../checkedProgram.ts";
import type { P4Code } from "../codes.ts";
import { lex } from "../lex/lex.ts";
import { isWord, type Token, tokenSpan } from "../lex/token.ts";
import { evaluateCondition } from "./condition.ts";
import { type Expansion, expandAt, type Macro, type Macros } from "./macro.ts";

export type Preprocessed = {
  /** what the parser reads; the last token is of kind "end" and lies in the main file */
  tokens: Token[];
  diagnostics: Diagnostic[];
  files: Map<string, string>;
  preprocessor: PreprocessorTrace;
};

/** Our choice: deep enough for real programs, shallow enough to stop a cycle through differently named files. */
const MAX_INCLUDE_DEPTH = 64;
/** Our choice: stops files that include the next one twice. */
const MAX_INCLUDES = 2000;
const NOTHING: ReadonlySet<string> = new Set();

/** Tokens of our own declarations by file: most programs include them, and nobody changes a token. */
const ownTokens = new Map<string, readonly Token[]>();

function tokensOfOwn({ file, text }: SourceText): readonly Token[] {
  const tokens = ownTokens.get(file) ?? lex(file, text);
  ownTokens.set(file, tokens);
  return tokens;
}

type Group = { opened: Token; isTaken: boolean; hasElse: boolean };

/** Runs directives and expands macros of a source and of the files it includes. Never throws. */
export function preprocess(source: SourceText, options: ParseOptions): Preprocessed {
  const diagnostics: Diagnostic[] = [];
  const files = new Map<string, string>();
  const macros: Macros = new Map();
  const preprocessor: PreprocessorTrace = { macros: [], uses: [], includes: [] };
  const output: Token[] = [];
  const open: string[] = [];

  const report = (
    code: P4Code,
    message: string,
    at: Token,
    severity: Diagnostic["severity"] = "error",
  ): void => {
    diagnostics.push({ severity, code, message, span: tokenSpan(at) });
  };
  const expansion: Expansion = {
    macros,
    report: (message, at) => report("p4-macro", message, at),
    brought: 0,
    depth: 0,
  };

  define("__p4__", "1");
  for (const [name, value] of Object.entries(options.defines ?? {})) define(name, value === "" ? "1" : value);
  const end = run(source, lex(source.file, source.text));
  output.push(end);
  return { tokens: output, diagnostics, files, preprocessor };

  function define(name: string, value: string): void {
    const body = lex("<command line>", value).filter((token) => token.kind !== "end");
    const definition: MacroDefinition = { name, text: value, span: null };
    macros.set(name, { name, parameters: null, isVariadic: false, body, definition });
  }

  /** Words of the text that stand for macros; what macros bring is not text. */
  function recordUses(tokens: readonly Token[], from: number, to: number): void {
    for (let i = from; i < to; i++) {
      const macro = macros.get(tokens[i]!.text);
      if (macro !== undefined)
        preprocessor.uses.push({ macro: macro.definition, span: tokenSpan(tokens[i]!) });
    }
  }

  function run(file: SourceText, tokens: readonly Token[]): Token {
    files.set(file.file, file.text);
    open.push(file.file);
    const groups: Group[] = [];
    const last = tokens.length - 1;
    let at = 0;
    while (at < last) {
      const token = tokens[at]!;
      if (token.kind === "#" && token.startsLine) at = directive(file, tokens, at, groups);
      else if (token.kind === "invalid") {
        reportInvalid(token);
        at++;
      } else {
        const isMacro =
          macros.has(token.text) || (token.kind === "identifier" && token.text.startsWith("__"));
        const next = isMacro ? expandAt(expansion, tokens, at, NOTHING, output) : -1;
        if (next < 0) output.push(token);
        else recordUses(tokens, at, next);
        at = next < 0 ? at + 1 : next;
      }
    }
    for (const group of groups) {
      report("p4-conditional", `this '#${group.opened.text}' has no '#endif'`, group.opened);
    }
    open.pop();
    return tokens[last]!;
  }

  function reportInvalid(token: Token): void {
    const kind: P4Code = token.text.startsWith("/*")
      ? "p4-lex-comment"
      : token.text.startsWith('"')
        ? "p4-lex-string"
        : /^[0-9]/.test(token.text)
          ? "p4-lex-number"
          : "p4-lex-character";
    report(kind, token.problem, token);
    // a stand-in of the same sort keeps the parser from a second error
    if (kind === "p4-lex-number") output.push({ ...token, kind: "number", text: "0" });
    if (kind === "p4-lex-string") output.push({ ...token, kind: "string", text: `${token.text}"` });
  }

  /** Index after a directive whose `#` stands at `at`. */
  function directive(file: SourceText, tokens: readonly Token[], at: number, groups: Group[]): number {
    let next = at + 1;
    while (tokens[next]!.kind !== "end" && !tokens[next]!.startsLine) next++;
    const name = tokens[at + 1]!;
    if (next === at + 1) return next;
    const rest = tokens.slice(at + 2, next);
    if (name.text !== "define") recordUses(rest, 0, rest.length);
    switch (name.text) {
      case "if":
      case "ifdef":
      case "ifndef": {
        const isTaken = condition(name, rest);
        groups.push({ opened: name, isTaken, hasElse: false });
        return isTaken ? next : skipGroup(tokens, next);
      }
      case "elif":
      case "else": {
        const group = groups.at(-1);
        if (group === undefined || group.hasElse) {
          report("p4-conditional", `'#${name.text}' without an '#if' before it`, name);
          return next;
        }
        group.hasElse = name.text === "else";
        if (group.isTaken) return skipGroup(tokens, next);
        group.isTaken = group.hasElse || condition(name, rest);
        return group.isTaken ? next : skipGroup(tokens, next);
      }
      case "endif":
        if (groups.pop() === undefined) report("p4-conditional", "'#endif' without an '#if' before it", name);
        return next;
      case "define":
        defineMacro(file, name, rest);
        return next;
      case "undef":
        if (rest[0] !== undefined && isWord(rest[0])) macros.delete(rest[0].text);
        else report("p4-directive", "expected the name of a macro after '#undef'", name);
        return next;
      case "include":
        include(file, name, rest);
        return next;
      case "error":
      case "warning": {
        const text = rest.length > 0 ? file.text.slice(rest[0]!.start, rest.at(-1)!.end) : `#${name.text}`;
        if (name.text === "error") report("p4-user-error", text, name);
        else report("p4-user-warning", text, name, "warning");
        return next;
      }
      case "pragma":
      case "line":
        return next;
      default:
        if (name.kind !== "number") {
          // p4c's preprocessor hands such a line on, and its lexer skips it: programs have comments of this kind
          const message = `unknown directive '#${name.text}': this line is skipped; if it is a comment, begin it with //`;
          report("p4-directive", message, name, "warning");
        }
        return next;
    }
  }

  function condition(name: Token, rest: Token[]): boolean {
    if (name.text === "if" || name.text === "elif") return evaluateCondition(rest, name, expansion);
    if (rest[0] === undefined || !isWord(rest[0])) {
      report("p4-directive", `expected the name of a macro after '#${name.text}'`, name);
      return false;
    }
    return macros.has(rest[0].text) === (name.text === "ifdef");
  }

  /** Index of the `#` of the #elif, #else or #endif that ends a group that is not taken. */
  function skipGroup(tokens: readonly Token[], from: number): number {
    let depth = 0;
    for (let i = from; ; i++) {
      const token = tokens[i]!;
      if (token.kind === "end") return i;
      if (token.kind !== "#" || !token.startsLine) continue;
      const name = tokens[i + 1]!.text;
      if (name === "if" || name === "ifdef" || name === "ifndef") depth++;
      else if (depth === 0 && (name === "elif" || name === "else" || name === "endif")) return i;
      else if (name === "endif") depth--;
    }
  }

  function defineMacro(file: SourceText, directiveName: Token, rest: Token[]): void {
    const name = rest[0];
    if (name === undefined || !isWord(name)) {
      report("p4-directive", "expected the name of a macro after '#define'", directiveName);
      return;
    }
    const text = file.text.slice(name.end, rest.at(-1)!.end).trim();
    const definition: MacroDefinition = { name: name.text, text, span: tokenSpan(name) };
    const body = rest.slice(1);
    const macro: Macro = { name: name.text, parameters: null, isVariadic: false, body, definition };
    if (rest[1]?.kind === "(" && !rest[1].spaceBefore) {
      const close = rest.findIndex((token) => token.kind === ")");
      if (close < 0) {
        report("p4-macro", `the parameters of macro '${name.text}' are not closed; add ')'`, name);
        return;
      }
      const names = rest.slice(2, close).filter((token) => token.kind !== ",");
      macro.isVariadic = names.at(-1)?.kind === "...";
      macro.parameters = names.map((token) => (token.kind === "..." ? "__VA_ARGS__" : token.text));
      macro.body = rest.slice(close + 1);
    }
    macros.set(macro.name, macro);
    preprocessor.macros.push(definition);
  }

  function include(from: SourceText, directiveName: Token, rest: Token[]): void {
    const target = includeTarget(from, rest);
    if (target === null) {
      report("p4-directive", "expected \"file\" or <file> after '#include'", directiveName);
      return;
    }
    const { path, kind, at } = target;
    const given = options.resolveInclude?.(path, from.file, kind) ?? null;
    const found = given ?? ownFile(path);
    if (found === null) {
      report("p4-include", `cannot find the included file '${path}'`, at);
      return;
    }
    if (open.length >= MAX_INCLUDE_DEPTH || open.filter((name) => name === found.file).length > 1) {
      report("p4-include", `'${path}' includes itself; guard it with #ifndef`, at);
      return;
    }
    if (preprocessor.includes.length === MAX_INCLUDES) {
      report("p4-include", `more than ${MAX_INCLUDES} files are included; guard them with #ifndef`, at);
    }
    if (preprocessor.includes.length > MAX_INCLUDES) return;
    preprocessor.includes.push({ span: tokenSpan(at), file: found.file });
    run(found, given ? lex(given.file, given.text) : tokensOfOwn(found));
  }

  /** One of our own declarations, by a name of its own: the program may be called `psa.p4` too. */
  function ownFile(path: string): SourceText | null {
    const found = builtInFile(path);
    const known = found && files.get(found.file);
    return found && known != null && known !== found.text ? { ...found, file: `<${found.file}>` } : found;
  }

  function includeTarget(
    from: SourceText,
    rest: Token[],
  ): { path: string; kind: "system" | "user"; at: Token } | null {
    const expanded: Token[] = [];
    if (rest[0] !== undefined && isWord(rest[0])) expandAt(expansion, rest, 0, NOTHING, expanded);
    const [first, ...others] = expanded.length > 0 ? expanded : rest;
    if (first?.kind === "string") return { path: first.text.slice(1, -1), kind: "user", at: first };
    const close = others.find((token) => token.kind === ">");
    if (first?.kind !== "<" || close === undefined) return null;
    const path =
      expanded.length > 0
        ? others
            .slice(0, others.indexOf(close))
            .map((token) => token.text)
            .join("")
        : from.text.slice(first.end, close.start).trim();
    return { path, kind: "system", at: { ...first, end: close.end } };
  }
}
