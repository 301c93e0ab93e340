import type { MacroDefinition } from "../checkedProgram.ts";
import { lex } from "../lex/lex.ts";
import { isWord, type Token } from "../lex/token.ts";

export type Macro = {
  name: string;
  /** null: object-like */
  parameters: string[] | null;
  isVariadic: boolean;
  body: Token[];
  definition: MacroDefinition;
};

/** Our choices: they stop macros that double themselves, far above what a real program expands to. */
const MAX_TOKENS = 1_000_000;
const MAX_DEPTH = 200;
/** What a call costs besides its tokens, so that macros that leave nothing come to an end as well. */
const CALL_TOKENS = 4;

export type Macros = Map<string, Macro>;
type ReportMacro = (message: string, at: Token) => void;

/** What the expansion of a program's macros shares. */
export type Expansion = {
  readonly macros: Macros;
  readonly report: ReportMacro;
  /** tokens that calls have brought so far */
  brought: number;
  /** calls in the arguments and bodies of calls */
  depth: number;
};

/** The token placed where the macro was called, so that spans cite the user's text. */
const placedAt = (token: Token, call: Token): Token => ({
  ...token,
  file: call.file,
  start: call.start,
  end: call.end,
  line: call.line,
  column: call.column,
  startsLine: false,
});

/**
 * Expands the macro called at `tokens[at]`, if it is one: pushes the result to `out` and returns the index after the
 * call. Returns -1 when the token is no call (unknown, being expanded already, or function-like without `(`).
 */
export function expandAt(
  x: Expansion,
  tokens: readonly Token[],
  at: number,
  hidden: ReadonlySet<string>,
  out: Token[],
): number {
  const call = tokens[at];
  if (call === undefined) return -1;
  if (call.text === "__LINE__" || call.text === "__FILE__") {
    const isLine = call.text === "__LINE__";
    out.push({
      ...call,
      kind: isLine ? "number" : "string",
      text: isLine ? `${call.line}` : `"${call.file}"`,
    });
    return at + 1;
  }
  const macro = x.macros.get(call.text);
  if (macro === undefined || hidden.has(call.text) || !isWord(call)) return -1;
  if (x.brought > MAX_TOKENS) return -1;
  x.brought += CALL_TOKENS + macro.body.length;
  if (x.brought > MAX_TOKENS || x.depth >= MAX_DEPTH) {
    const reason =
      x.depth >= MAX_DEPTH
        ? `calls of macros are nested more than ${MAX_DEPTH} deep`
        : `macros bring more than ${MAX_TOKENS} tokens`;
    x.report(`${reason}; nothing more is expanded`, call);
    x.brought = MAX_TOKENS + 1;
    return -1;
  }
  x.depth++;
  const next = expandCall(x, macro, call, tokens, at, hidden, out);
  x.depth--;
  return next;
}

function expandCall(
  x: Expansion,
  macro: Macro,
  call: Token,
  tokens: readonly Token[],
  at: number,
  hidden: ReadonlySet<string>,
  out: Token[],
): number {
  const nowHidden = new Set(hidden).add(macro.name);
  if (macro.parameters === null) {
    const body = macro.body.map((token) => placedAt(token, call));
    expandAll(x, paste(body), nowHidden, out);
    return at + 1;
  }
  if (tokens[at + 1]?.kind !== "(") return -1;
  const { args, next } = collectArguments(tokens, at + 2);
  if (next < 0) {
    x.report(`the call of macro '${macro.name}' is not closed; add ')'`, call);
    return tokens.length - (tokens.at(-1)?.kind === "end" ? 1 : 0);
  }
  const body = substitute(x, macro, args, call, hidden);
  expandAll(x, paste(body), nowHidden, out);
  return next;
}

/** Pushes `tokens` with every macro call expanded. */
export function expandAll(
  x: Expansion,
  tokens: readonly Token[],
  hidden: ReadonlySet<string>,
  out: Token[],
): void {
  for (let i = 0; i < tokens.length; ) {
    const next = expandAt(x, tokens, i, hidden, out);
    if (next >= 0) i = next;
    else out.push(tokens[i++]!);
  }
}

function collectArguments(tokens: readonly Token[], from: number): { args: Token[][]; next: number } {
  const args: Token[][] = [[]];
  let depth = 0;
  for (let i = from; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.kind === "end") break;
    if (token.kind === ")" && depth === 0) return { args, next: i + 1 };
    if (token.kind === "(") depth++;
    if (token.kind === ")") depth--;
    if (token.kind === "," && depth === 0) args.push([]);
    else args.at(-1)!.push(token);
  }
  return { args, next: -1 };
}

function substitute(
  x: Expansion,
  macro: Macro,
  args: Token[][],
  call: Token,
  hidden: ReadonlySet<string>,
): Token[] {
  const parameters = macro.parameters ?? [];
  const given = parameters.length === 0 && args.length === 1 && args[0]!.length === 0 ? [] : [...args];
  if (macro.isVariadic && given.length >= parameters.length) {
    const rest = given.splice(parameters.length - 1);
    given.push(rest.flatMap((arg, i) => (i === 0 ? arg : [placedAt(COMMA, call), ...arg])));
  }
  if (given.length !== parameters.length) {
    const plural = parameters.length === 1 ? "" : "s";
    x.report(
      `macro '${macro.name}' takes ${parameters.length} argument${plural}, but got ${given.length}`,
      call,
    );
  }
  const out: Token[] = [];
  for (const [i, token] of macro.body.entries()) {
    const index = parameters.indexOf(token.text);
    if (token.kind === "#" && parameters.includes(macro.body[i + 1]?.text ?? "")) continue;
    if (index < 0) {
      out.push(placedAt(token, call));
      continue;
    }
    const arg = given[index] ?? [];
    const before = macro.body[i - 1]?.kind;
    x.brought += arg.length;
    if (before === "#") {
      const text = arg.map((a, j) => (j > 0 && a.spaceBefore ? ` ${a.text}` : a.text)).join("");
      out.push({ ...placedAt(token, call), kind: "string", text: JSON.stringify(text) });
    } else if (before === "##" || macro.body[i + 1]?.kind === "##") {
      out.push(...arg);
    } else expandAll(x, arg, hidden, out);
  }
  return out;
}

const COMMA: Token = {
  kind: ",",
  text: ",",
  file: "",
  start: 0,
  end: 0,
  line: 1,
  column: 1,
  startsLine: false,
  spaceBefore: false,
  problem: "",
};

/** Joins the neighbours of each `##` into one token. */
function paste(tokens: Token[]): Token[] {
  if (!tokens.some((token) => token.kind === "##")) return tokens;
  const out: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    const left = out.at(-1);
    const right = tokens[i + 1];
    if (token.kind !== "##" || left === undefined || right === undefined) {
      if (token.kind !== "##") out.push(token);
      continue;
    }
    out.pop();
    for (const joined of lex("", left.text + right.text)) {
      if (joined.kind !== "end") out.push({ ...placedAt(joined, left), spaceBefore: left.spaceBefore });
    }
    i++;
  }
  return out;
}
