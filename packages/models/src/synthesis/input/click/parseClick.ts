import type { Diagnostic, Span } from "../../../core/index.ts";
import type { ClickGraph, ClickScope } from "./clickGraph.ts";
import { expandCompounds } from "./expandCompounds.ts";
import { splitArguments, type Token, tokenizeClick } from "./tokens.ts";

/** Our choice: no configuration nests compound classes deeper. */
const MAX_DEPTH = 20;

/**
 * Parses a Click configuration: declarations, connections with ports, anonymous elements, `elementclass` with
 * parameters. Never throws; after an error it goes on behind the next semicolon.
 */
export function parseClick(text: string, file: string): { graph: ClickGraph; diagnostics: Diagnostic[] } {
  const { tokens, diagnostics } = tokenizeClick(text, file);
  const parser = new Parser(tokens, diagnostics);
  const scope = parser.scope(null, 0);
  return { graph: expandCompounds(scope, diagnostics), diagnostics };
}

type Endpoint = { names: string[]; inPort: number; outPort: number; span: Span };

class Parser {
  private at = 0;
  private anonymous = 0;
  private readonly tokens: readonly Token[];
  private readonly diagnostics: Diagnostic[];

  constructor(tokens: readonly Token[], diagnostics: Diagnostic[]) {
    this.tokens = tokens;
    this.diagnostics = diagnostics;
  }

  /** Statements up to `end` (a closing brace) or the end of the text. */
  scope(end: string | null, depth: number): ClickScope {
    const scope: ClickScope = { elements: new Map(), connections: [], classes: new Map() };
    while (this.peek().kind !== "end") {
      if (end !== null && this.accept(end)) return scope;
      if (this.accept(";")) continue;
      const before = this.at;
      if (!this.statement(scope, depth)) this.resume(end);
      if (this.at === before) this.at++;
    }
    if (end !== null) this.error(`expected ${end} before the end of the text`);
    return scope;
  }

  private statement(scope: ClickScope, depth: number): boolean {
    const word = this.peek();
    if (
      word.kind === "word" &&
      this.peek(1).kind === "arguments" &&
      ["require", "define"].includes(word.text)
    ) {
      this.at += 2;
      return true;
    }
    if (word.kind === "word" && word.text === "elementclass") return this.elementClass(scope, depth);
    return this.chain(scope);
  }

  private elementClass(scope: ClickScope, depth: number): boolean {
    this.at++;
    const name = this.next();
    if (name.kind !== "word") return this.error("expected the name of the element class", name);
    if (depth >= MAX_DEPTH)
      return this.error(`more than ${MAX_DEPTH} element classes inside each other`, name);
    if (!this.accept("{")) return this.error(`expected { after elementclass ${name.text}`);
    const parameters: string[] = [];
    while (this.peek().kind === "variable") {
      parameters.push(this.next().text);
      if (!this.accept(",")) break;
    }
    if (parameters.length > 0 && !this.accept("|"))
      return this.error("expected | after the parameters of the element class");
    scope.classes.set(name.text, { parameters, body: this.scope("}", depth + 1) });
    return true;
  }

  /** `a, b :: Class(args)`, or endpoints joined by arrows. */
  private chain(scope: ClickScope): boolean {
    let left = this.endpoint(scope);
    if (!left) return false;
    while (this.accept("->")) {
      const right = this.endpoint(scope);
      if (!right) return false;
      for (const from of left.names)
        for (const to of right.names)
          scope.connections.push({
            from,
            fromPort: left.outPort,
            to,
            toPort: right.inPort,
            span: right.span,
          });
      left = right;
    }
    const next = this.peek();
    if (next.kind === "end" || next.text === ";" || next.text === "}") return true;
    // Click lets a statement begin without a semicolon before it
    if (next.kind === "word" || next.text === "[") return true;
    return this.error(`expected ->, :: or ; but found ${next.text}`, next);
  }

  private endpoint(scope: ClickScope): Endpoint | null {
    const inPort = this.port();
    const first = this.next();
    if (first.kind !== "word") {
      this.error(`expected an element, found ${first.text}`, first);
      return null;
    }
    const names = [first];
    while (this.accept(",")) {
      const name = this.next();
      if (name.kind !== "word") {
        this.error(`expected a name after the comma, found ${name.text}`, name);
        return null;
      }
      names.push(name);
    }
    let declared = names.map((n) => n.text);
    if (this.accept("::")) {
      const className = this.next();
      if (className.kind !== "word") {
        this.error(`expected the class of ${first.text}`, className);
        return null;
      }
      const configuration = this.configuration();
      for (const name of names) this.addElement(scope, name, className.text, configuration);
    } else if (this.peek().kind === "arguments" || this.isClassName(scope, first.text)) {
      this.anonymous++;
      const name = `${first.text}@${this.anonymous}`;
      this.addElement(scope, { ...first, text: name }, first.text, this.configuration());
      declared = [name];
    } else if (names.length > 1) {
      this.error("expected :: and a class after the names", names.at(-1)!);
      return null;
    }
    return { names: declared, inPort, outPort: this.port(), span: first.span };
  }

  /** A word that starts with a capital letter and is no element yet names a class: `-> Discard;` */
  private isClassName(scope: ClickScope, word: string): boolean {
    return !scope.elements.has(word) && (scope.classes.has(word) || /^[A-Z]/.test(word));
  }

  private addElement(
    scope: ClickScope,
    name: Token,
    className: string,
    configuration: readonly string[],
  ): void {
    if (scope.elements.has(name.text)) {
      this.error(`there are two elements with the name ${name.text}; rename one`, name);
      return;
    }
    const element = { name: name.text, class: className, arguments: configuration, span: name.span };
    scope.elements.set(name.text, element);
  }

  private configuration(): string[] {
    return this.peek().kind === "arguments" ? splitArguments(this.next().text) : [];
  }

  private port(): number {
    if (!this.accept("[")) return 0;
    const number = this.next();
    if (!/^\d+$/.test(number.text)) this.error(`expected a port number, found ${number.text}`, number);
    if (!this.accept("]")) this.error("expected ] after the port number");
    return Number(number.text);
  }

  private peek(ahead = 0): Token {
    return this.tokens[Math.min(this.at + ahead, this.tokens.length - 1)]!;
  }

  private next(): Token {
    const token = this.peek();
    this.at++;
    return token;
  }

  private accept(mark: string): boolean {
    const token = this.peek();
    if (token.kind !== "mark" || token.text !== mark) return false;
    this.at++;
    return true;
  }

  private resume(end: string | null): void {
    while (this.peek().kind !== "end" && this.peek().text !== ";" && this.peek().text !== end) this.at++;
  }

  private error(message: string, token: Token = this.peek()): false {
    this.diagnostics.push({ severity: "error", code: "click-syntax", message, span: token.span });
    return false;
  }
}
