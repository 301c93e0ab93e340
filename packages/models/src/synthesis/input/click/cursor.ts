import type { Diagnostic } from "../../../core/index.ts";
import { type Token, tokenizeClick } from "./tokens.ts";

/** Our choice: ports of one element in a connection. */
const MAX_PORTS = 1000;

/** A place among the tokens of a text, and what every statement of Click is made of: marks and port lists. */
export class Cursor {
  private at = 0;
  private readonly tokens: readonly Token[];
  private readonly text: string;
  readonly diagnostics: Diagnostic[];

  constructor(text: string, tokens: readonly Token[], diagnostics: Diagnostic[]) {
    this.text = text;
    this.tokens = tokens;
    this.diagnostics = diagnostics;
  }

  /** What stands between the parentheses of `group`, with its places in the whole text. */
  within({ span }: Token): Cursor {
    const { file, start, end } = span;
    const { tokens, diagnostics } = tokenizeClick(this.text.slice(0, end), file, start);
    this.diagnostics.push(...diagnostics);
    return new Cursor(this.text, tokens, this.diagnostics);
  }

  peek(ahead = 0): Token {
    return this.tokens[Math.min(this.at + ahead, this.tokens.length - 1)]!;
  }

  next(): Token {
    const token = this.peek();
    this.at++;
    return token;
  }

  accept(mark: string): boolean {
    const token = this.peek();
    if (token.kind !== "mark" || token.text !== mark) return false;
    this.at++;
    return true;
  }

  /** Goes on behind the next semicolon, or before one of `ends`; one token further at least than `from`. */
  resume(from: Token, ends: readonly string[]): void {
    while (this.peek().kind !== "end" && ![";", ...ends].includes(this.peek().text)) this.at++;
    if (this.peek() === from) this.at++;
  }

  /** `[0]`, `[0,2]`, `[0-2]`; null where no port is written. */
  ports(): number[] | null {
    if (!this.accept("[")) return null;
    const ports: number[] = [];
    do {
      const from = this.portNumber();
      const to = this.accept("-") ? this.portNumber() : from;
      if (to - from >= MAX_PORTS) this.error(`more than ${MAX_PORTS} ports`);
      else for (let port = from; port <= to; port++) ports.push(port);
    } while (this.accept(","));
    if (!this.accept("]")) this.error("expected ] after the port number");
    return ports;
  }

  private portNumber(): number {
    const number = this.next();
    if (/^\d+$/.test(number.text)) return Number(number.text);
    this.error(`expected a port number, found ${number.text}`, number);
    return 0;
  }

  error(message: string, token: Token = this.peek()): false {
    this.diagnostics.push({ severity: "error", code: "click-syntax", message, span: token.span });
    return false;
  }
}
