import type { Diagnostic, Span } from "../../core/index.ts";
import type { P4Code } from "../codes.ts";
import { SOFT_KEYWORDS, type Token, tokenSpan } from "../lex/token.ts";
import type { Name, TypeNode } from "../tree/index.ts";
import type { Grammar } from "./grammar.ts";

/** What speculation found at a position: null when it failed. */
type Memo<T> = Map<number, { result: T; end: number } | null>;

/** Our choice: deeper than programs nest, shallow enough for the stack of a browser. */
const MAX_DEPTH = 200;

/** Position in a token sequence, with the helpers every grammar area uses. The last token is of kind "end". */
export class Cursor {
  readonly diagnostics: Diagnostic[] = [];
  /** names of types in scope: decides `(T)(x)` and `f<T>(x)` as the grammar's TYPE_IDENTIFIER does */
  readonly #types: Set<string>[] = [new Set()];
  readonly grammar: Grammar;
  readonly #tokens: Token[];
  readonly memos: {
    castType: Memo<TypeNode>;
    callTypes: Memo<TypeNode[]>;
    instanceType: Memo<TypeNode>;
    declaration: Map<number, boolean>;
  } = { castType: new Map(), callTypes: new Map(), instanceType: new Map(), declaration: new Map() };
  /** where text that was skipped without being understood ends */
  junkEnd = -1;
  #at = 0;
  #errorAt = -1;
  #speculating = 0;
  #failures = 0;
  #depth = 0;

  constructor(tokens: Token[], grammar: Grammar) {
    this.grammar = grammar;
    this.#tokens = tokens;
  }

  get token(): Token {
    return this.#tokens[this.#at]!;
  }

  get position(): number {
    return this.#at;
  }

  /** The token `distance` ahead; the end token past the end. */
  peek(distance: number): Token {
    return this.#tokens[this.#at + distance] ?? this.#tokens[this.#tokens.length - 1]!;
  }

  get previous(): Token {
    return this.#tokens[this.#at > 0 ? this.#at - 1 : 0]!;
  }

  at(kind: string): boolean {
    return this.token.kind === kind;
  }

  get atEnd(): boolean {
    return this.token.kind === "end";
  }

  take(): Token {
    const token = this.token;
    if (token.kind !== "end") this.#at++;
    return token;
  }

  /** Reads the current token as another word from here on; that it is misspelt has been reported. */
  readAs(kind: string): void {
    this.#tokens[this.#at] = { ...this.token, kind };
  }

  eat(kind: string): boolean {
    if (this.token.kind !== kind) return false;
    this.take();
    return true;
  }

  /** Takes the token, or reports "expected 'kind' context" where it should stand and takes nothing. */
  expect(kind: string, context: string): boolean {
    if (this.eat(kind)) return true;
    this.missing(`'${kind}' ${context}`);
    return false;
  }

  /** Reports that `what` is missing: behind the previous token when the line ends there, else at the next token. */
  missing(what: string): void {
    const next = this.token;
    const found = next.kind === "end" ? "the end of the file" : `'${next.text}'`;
    const isBehind = this.#at > 0 && (next.startsLine || next.kind === "end" || what.startsWith("';'"));
    const place = isBehind ? behind(this.previous) : tokenSpan(next);
    this.report("p4-expected", isBehind ? `expected ${what}` : `expected ${what}, found ${found}`, place);
  }

  /** Reports at the current token, unless something has been reported since the last token was taken. */
  report(code: P4Code, message: string, span: Span = tokenSpan(this.token)): void {
    if (this.#errorAt === this.#at) return;
    this.#errorAt = this.#at;
    this.#failures++;
    if (this.#speculating === 0) this.diagnostics.push({ severity: "error", code, message, span });
  }

  /** Has something been reported at the current token? */
  get hasReported(): boolean {
    return this.#errorAt === this.#at;
  }

  /** Span from a token to the last one taken. Where macros or includes mix places, that of the first token. */
  spanFrom(first: Token): Span {
    const last = this.previous;
    if (last.file !== first.file || last.end < first.end) return tokenSpan(first);
    return {
      file: first.file,
      start: first.start,
      end: last.end,
      line: first.line,
      column: first.column,
      endLine: last.line,
      endColumn: last.column + last.end - last.start,
    };
  }

  /** Span from the start of a node to the last token taken. */
  spanFromNode(first: Span): Span {
    const last = this.previous;
    if (last.file !== first.file || last.end < first.end) return first;
    return { ...first, end: last.end, endLine: last.line, endColumn: last.column + last.end - last.start };
  }

  /**
   * Runs `attempt` and undoes what it took and reported, when it returns null or met an error. What came of it is kept
   * in `memo` by position: nested speculation would otherwise repeat itself at every level.
   */
  speculate<T>(memo: Memo<T>, attempt: () => T | null): T | null {
    const at = this.#at;
    const known = memo.get(at);
    if (known !== undefined) {
      if (known !== null) this.#at = known.end;
      return known?.result ?? null;
    }
    const result = this.#try(attempt);
    memo.set(at, result === null ? null : { result, end: this.#at });
    return result;
  }

  #try<T>(attempt: () => T | null): T | null {
    const at = this.#at;
    const errorAt = this.#errorAt;
    const failures = this.#failures;
    this.#errorAt = -1;
    this.#speculating++;
    const result = attempt();
    this.#speculating--;
    this.#errorAt = errorAt;
    if (result !== null && this.#failures === failures) return result;
    this.#at = at;
    this.#failures = failures;
    return null;
  }

  /** Tries `test` and undoes what it took: true when it holds without an error. */
  looksLike(memo: Map<number, boolean> | null, test: () => boolean): boolean {
    const at = this.#at;
    const known = memo?.get(at);
    if (known !== undefined) return known;
    let holds = false;
    const failures = this.#failures;
    this.#try(() => {
      holds = test() && this.#failures === failures;
      return null;
    });
    memo?.set(at, holds);
    return holds;
  }

  /** Forgets what speculation found: at a new declaration other names may be types. */
  forgetSpeculation(): void {
    const { castType, callTypes, instanceType, declaration } = this.memos;
    // an empty map that is cleared gets a new table all the same
    for (const memo of [castType, callTypes, instanceType, declaration]) if (memo.size > 0) memo.clear();
  }

  /**
   * Runs `inner` one level deeper. Past the depth that a call stack surely holds, reports it, skips the token and
   * returns null. Whatever the text, parsing ends with a tree.
   */
  nested<T>(what: string, inner: () => T): T | null {
    if (this.#depth >= MAX_DEPTH) {
      this.report("p4-unexpected", `${what} is nested more than ${MAX_DEPTH} deep`);
      this.take();
      return null;
    }
    this.#depth++;
    const result = inner();
    this.#depth--;
    return result;
  }

  declareType(name: Name): void {
    this.#types[this.#types.length - 1]!.add(name.text);
  }

  isType(name: string): boolean {
    return this.#types.some((scope) => scope.has(name));
  }

  /** Runs `inner` with a scope of type names of its own (type parameters). */
  withTypes<T>(inner: () => T): T {
    this.#types.push(new Set());
    const result = inner();
    this.#types.pop();
    return result;
  }

  isName(token: Token): boolean {
    return token.kind === "identifier" || SOFT_KEYWORDS.has(token.kind);
  }

  /** A name; when none stands here, reports "expected what" and returns an empty one. */
  name(what: string): Name {
    const token = this.token;
    if (this.isName(token)) {
      this.take();
      return { kind: "name", text: token.text, span: tokenSpan(token) };
    }
    if (isReserved(token)) {
      this.report("p4-expected", `expected ${what}, but '${token.text}' is a reserved word`);
      // the word stands where the name should: taking it keeps the rest in step
      if (!token.startsLine) this.take();
      return { kind: "name", text: "", span: tokenSpan(token) };
    }
    this.missing(what);
    return { kind: "name", text: "", span: behind(this.previous) };
  }
}

const isReserved = (token: Token): boolean => /^[a-z_]+$/.test(token.kind) && token.kind === token.text;

/** The empty place just behind a token. */
export function behind(token: Token): Span {
  const span = tokenSpan(token);
  return { ...span, start: span.end, column: span.endColumn };
}
