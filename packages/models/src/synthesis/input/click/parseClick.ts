import type { Diagnostic, Span } from "../../../core/index.ts";
import type { ClickCompound, ClickGraph, ClickScope } from "./clickGraph.ts";
import { expandCompounds } from "./expandCompounds.ts";
import { macroOf } from "./m4.ts";
import { splitArguments, type Token, tokenizeClick } from "./tokens.ts";

/** Our choice: no configuration nests compound classes deeper. */
const MAX_DEPTH = 20;
/** Our choice: ports of one element in a connection. */
const MAX_PORTS = 1000;

/**
 * Parses a Click configuration: declarations, connections with ports (`->`, `=>`), anonymous and compound elements,
 * `elementclass` with parameters, `define`. Never throws; after an error it goes on behind the next semicolon.
 */
export function parseClick(text: string, file: string): { graph: ClickGraph; diagnostics: Diagnostic[] } {
  const macro = macroOf(text, file);
  if (macro) return { graph: { elements: [], connections: [] }, diagnostics: [macro] };
  const { tokens, diagnostics } = tokenizeClick(text, file);
  const parser = new Parser(tokens, diagnostics);
  const scope = parser.scope(null, 0);
  return { graph: expandCompounds(scope, diagnostics), diagnostics };
}

/** An element of a connection with the ports that are written before and behind it; null where none are. */
type Item = { name: string; inPorts: number[] | null; outPorts: number[] | null; span: Span };

function connect(scope: ClickScope, from: Item, fromPort: number, to: Item, toPort: number): void {
  scope.connections.push({ from: from.name, fromPort, to: to.name, toPort, span: to.span });
}

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
    const scope: ClickScope = {
      elements: new Map(),
      connections: [],
      classes: new Map(),
      definitions: new Map(),
    };
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
    if (word.kind === "word" && this.peek(1).kind === "arguments") {
      if (word.text === "require" || word.text === "define") {
        this.at++;
        const given = splitArguments(this.next().text);
        if (word.text === "define") for (const each of given) this.define(scope, each, word);
        return true;
      }
    }
    if (word.kind === "word" && word.text === "elementclass") return this.elementClass(scope, depth);
    return this.chain(scope, depth);
  }

  private elementClass(scope: ClickScope, depth: number): boolean {
    this.at++;
    const name = this.next();
    if (name.kind !== "word") return this.error("expected the name of the element class", name);
    const compound = this.compound(depth, `elementclass ${name.text}`);
    if (compound === null) return false;
    scope.classes.set(name.text, compound);
    return true;
  }

  /** `$NAME VALUE`: what the variable stands for in this scope. */
  private define(scope: ClickScope, text: string, place: Token): void {
    const [, name, value] = /^(\$\w+)\s*([\s\S]*)$/.exec(text) ?? [];
    if (name === undefined) this.error(`define takes $NAME VALUE, not "${text}"`, place);
    else scope.definitions.set(name, value ?? "");
  }

  /** `{ $a, KEY $b | statements }`. */
  private compound(depth: number, after: string): ClickCompound | null {
    if (depth >= MAX_DEPTH) {
      this.error(`more than ${MAX_DEPTH} element classes inside each other`);
      return null;
    }
    if (!this.accept("{")) {
      this.error(`expected { after ${after}`);
      return null;
    }
    const parameters: ClickCompound["parameters"] = [];
    while (this.peek().kind === "variable" || this.peek(1).kind === "variable") {
      const keyword = this.peek().kind === "word" ? this.next().text : null;
      parameters.push({ name: this.next().text, keyword });
      if (!this.accept(",")) break;
    }
    if (!this.accept("|") && parameters.length > 0) {
      this.error("expected | after the parameters of the element class");
      return null;
    }
    return { parameters, body: this.scope("}", depth + 1) };
  }

  /** `a, b :: Class(args)`, or elements joined by arrows: `->` each with each, `=>` one with one. */
  private chain(scope: ClickScope, depth: number): boolean {
    let left = this.items(scope, depth, true);
    if (!left) return false;
    for (;;) {
      const arrow = ["->", "=>"].find((mark) => this.accept(mark));
      if (arrow === undefined) break;
      const right = this.items(scope, depth, false);
      if (!right) return false;
      if (arrow === "=>") this.pair(scope, left, right);
      else {
        for (const from of left)
          for (const to of right)
            for (const fromPort of from.outPorts ?? [0])
              for (const toPort of to.inPorts ?? [0]) connect(scope, from, fromPort, to, toPort);
      }
      left = right;
    }
    const next = this.peek();
    if (next.kind === "end" || next.text === ";" || next.text === "}") return true;
    // Click lets a statement begin without a semicolon before it
    if (next.kind === "word" || next.text === "[") return true;
    return this.error(`expected ->, :: or ; but found ${next.text}`, next);
  }

  /** Joins the n-th output with the n-th input; one element without ports stands for as many as the other side has. */
  private pair(scope: ClickScope, left: readonly Item[], right: readonly Item[]): void {
    const ends = (items: readonly Item[], side: "inPorts" | "outPorts") =>
      items.flatMap((item) => (item[side] ?? [0]).map((port) => ({ item, port })));
    const isOpen = (items: readonly Item[], side: "inPorts" | "outPorts"): boolean =>
      items.length === 1 && items[0]![side] === null;
    let [from, to] = [ends(left, "outPorts"), ends(right, "inPorts")];
    if (isOpen(left, "outPorts")) from = to.map((_, port) => ({ item: left[0]!, port }));
    else if (isOpen(right, "inPorts")) to = from.map((_, port) => ({ item: right[0]!, port }));
    if (from.length !== to.length)
      this.error(`=> joins as many outputs as inputs; here ${from.length} with ${to.length}`);
    for (const [i, a] of from.entries()) {
      const b = to[i];
      if (b) connect(scope, a.item, a.port, b.item, b.port);
    }
  }

  /** Elements with commas between them, as one side of an arrow. */
  private items(scope: ClickScope, depth: number, isFirst: boolean): Item[] | null {
    const items: Item[] = [];
    const bare: Token[] = [];
    do {
      const inPorts = this.ports();
      const first = this.peek();
      const pad = this.pad(isFirst, inPorts, first);
      if (pad) return [...items, pad];
      const item = this.item(scope, depth, inPorts, first, bare);
      if (!item) return null;
      items.push(item);
    } while (this.accept(","));
    return items;
  }

  /** Inside a compound element, `[0] -> ...` begins with its input and `... -> [0]` ends with its output. */
  private pad(isFirst: boolean, ports: number[] | null, next: Token): Item | null {
    const { span } = next;
    if (isFirst && (next.text === "->" || next.text === "=>"))
      return { name: "input", inPorts: null, outPorts: ports, span };
    const isEnd = next.kind === "end" || next.text === ";" || next.text === "}";
    return !isFirst && isEnd ? { name: "output", inPorts: ports, outPorts: null, span } : null;
  }

  /** `x`, `x :: Class(args)`, `Class(args)` or a compound element; `bare`: names before it that have no class yet. */
  private item(
    scope: ClickScope,
    depth: number,
    inPorts: number[] | null,
    first: Token,
    bare: Token[],
  ): Item | null {
    const { span } = first;
    const named = (name: string): Item => ({ name, inPorts, outPorts: this.ports(), span });
    if (first.kind === "mark" && first.text === "{") {
      const name = nameless(scope, "");
      return this.addCompound(scope, depth, [{ ...first, text: name }]) ? named(name) : null;
    }
    if (first.kind !== "word") {
      this.error(
        first.kind === "arguments"
          ? "groups of elements in parentheses are not read: give them an element class"
          : `expected an element, found ${first.text}`,
        first,
      );
      return null;
    }
    this.at++;
    if (this.accept("::")) {
      const names = [...bare.splice(0), first];
      if (this.peek().text === "{") return this.addCompound(scope, depth, names) ? named(first.text) : null;
      const className = this.next();
      if (className.kind !== "word") {
        this.error(`expected the class of ${first.text}`, className);
        return null;
      }
      const configuration = this.configuration();
      for (const name of names) this.addElement(scope, name, className.text, configuration);
      return named(first.text);
    }
    if (this.peek().kind === "arguments" || this.isClassName(scope, first.text)) {
      const name = nameless(scope, first.text);
      this.addElement(scope, { ...first, text: name }, first.text, this.configuration());
      return named(name);
    }
    // `a, b :: Class` declares both; a name that is declared already stays what it is
    if (!scope.elements.has(first.text) && !["input", "output"].includes(first.text)) bare.push(first);
    return named(first.text);
  }

  /** The elements `names` of a class that is written out in their place. */
  private addCompound(scope: ClickScope, depth: number, names: readonly Token[]): boolean {
    const compound = this.compound(depth, names[0]!.text);
    if (compound === null) return false;
    const className = `{class@${++this.anonymous}}`;
    scope.classes.set(className, compound);
    const configuration = this.configuration();
    for (const name of names) this.addElement(scope, name, className, configuration);
    return true;
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

  /** `[0]`, `[0,2]`, `[0-2]`; null where no port is written. */
  private ports(): number[] | null {
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

/** Click's own name of an element without one: by how many its scope has so far. */
function nameless(scope: ClickScope, what: string): string {
  let number = scope.elements.size + 1;
  while (scope.elements.has(`${what}@${number}`)) number++;
  return `${what}@${number}`;
}
