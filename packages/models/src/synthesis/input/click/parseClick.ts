import type { Diagnostic } from "../../../core/index.ts";
import type { ClickCompound, ClickGraph, ClickOverload, ClickScope } from "./clickGraph.ts";
import { connectAll, connectPairs, type Item } from "./connections.ts";
import { Cursor } from "./cursor.ts";
import { define, emptyScope, isClassName, library, nameless } from "./declare.ts";
import { expandCompounds } from "./expandCompounds.ts";
import { macroOf } from "./m4.ts";
import { splitArguments, type Token, tokenizeClick } from "./tokens.ts";

/** Our choice: no configuration nests compound classes and groups deeper. */
const MAX_DEPTH = 20;

/**
 * Parses a Click configuration: declarations, connections with ports (`->`, `=>`), anonymous and compound elements,
 * groups in parentheses, `elementclass` with parameters and overloads, `define`. Never throws; after an error it goes
 * on behind the next semicolon.
 */
export function parseClick(text: string, file: string): { graph: ClickGraph; diagnostics: Diagnostic[] } {
  const macro = macroOf(text, file);
  if (macro) return { graph: { elements: [], connections: [] }, diagnostics: [macro] };
  const { tokens, diagnostics } = tokenizeClick(text, file);
  const parser = new Parser(new Cursor(text, tokens, diagnostics));
  const scope = parser.scope([], 0);
  return { graph: expandCompounds(scope, diagnostics), diagnostics };
}

const isEnd = ({ kind, text }: Token): boolean => kind === "end" || [";", "}", "||"].includes(text);

const at = (name: string): Pick<Item, "into" | "outOf"> => ({ into: name, outOf: name });

/** What `input` and `output` mean: those of the compound around, or of a group in it. */
type Pads = { input: string; output: string };
const COMPOUND_PADS: Pads = { input: "input", output: "output" };

class Parser {
  private anonymous = 0;
  private cursor: Cursor;
  private pads = COMPOUND_PADS;

  constructor(cursor: Cursor) {
    this.cursor = cursor;
  }

  /** Statements up to one of `ends` (what closes a compound), which is left to read, or the end of the text. */
  scope(ends: readonly string[], depth: number): ClickScope {
    const scope = emptyScope();
    const { pads } = this;
    this.pads = COMPOUND_PADS;
    this.statements(scope, ends, depth);
    this.pads = pads;
    return scope;
  }

  private statements(scope: ClickScope, ends: readonly string[], depth: number): void {
    const { cursor } = this;
    while (cursor.peek().kind !== "end" && !ends.includes(cursor.peek().text)) {
      if (cursor.accept(";")) continue;
      const before = cursor.peek();
      const isRead = this.statement(scope, depth);
      if (!isRead || cursor.peek() === before) cursor.resume(before, ends);
    }
  }

  private statement(scope: ClickScope, depth: number): boolean {
    const word = this.cursor.peek();
    if (word.kind === "word" && this.cursor.peek(1).kind === "arguments") {
      if (word.text === "require" || word.text === "define") {
        this.cursor.next();
        const given = splitArguments(this.cursor.next().text);
        this.cursor.diagnostics.push(
          ...given.flatMap((each) =>
            word.text === "define" ? define(scope, each, word) : library(each, word),
          ),
        );
        return true;
      }
    }
    if (word.kind === "word" && word.text === "elementclass") return this.elementClass(scope, depth);
    return this.chain(scope, depth);
  }

  private elementClass(scope: ClickScope, depth: number): boolean {
    this.cursor.next();
    const name = this.cursor.next();
    if (name.kind !== "word") return this.cursor.error("expected the name of the element class", name);
    const synonym = this.cursor.peek();
    if (synonym.kind === "word") {
      this.cursor.next();
      scope.classes.set(name.text, {
        overloads: [],
        extended: synonym.text,
        before: scope.classes.get(synonym.text) ?? null,
      });
      return true;
    }
    const compound = this.compound(depth, `elementclass ${name.text}`);
    if (compound === null) return false;
    const before = scope.classes.get(name.text) ?? null;
    scope.classes.set(name.text, {
      ...compound,
      before,
      extended: compound.extended === null ? null : name.text,
    });
    return true;
  }

  /** `{ $a, KEY $b | statements || $c | statements || ... }`: what the class is by arguments and ports. */
  private compound(depth: number, after: string): ClickCompound | null {
    const { cursor } = this;
    if (depth >= MAX_DEPTH) {
      cursor.error(`more than ${MAX_DEPTH} element classes inside each other`);
      return null;
    }
    if (!cursor.accept("{")) {
      cursor.error(`expected { after ${after}`);
      return null;
    }
    const overloads: ClickOverload[] = [];
    let isExtension = false;
    do {
      isExtension = cursor.accept("...");
      const overload = isExtension ? null : this.overload(depth);
      if (overload) overloads.push(overload);
      else if (!isExtension) return null;
    } while (!isExtension && cursor.accept("||"));
    if (!cursor.accept("}")) cursor.error("expected } before the end of the text");
    return { overloads, extended: isExtension ? "" : null, before: null };
  }

  /** `$a, KEY $b | statements`. */
  private overload(depth: number): ClickOverload | null {
    const { cursor } = this;
    const parameters: ClickOverload["parameters"] = [];
    while (cursor.peek().kind === "variable" || cursor.peek(1).kind === "variable") {
      const keyword = cursor.peek().kind === "word" ? cursor.next().text : null;
      parameters.push({ name: cursor.next().text, keyword });
      if (!cursor.accept(",")) break;
    }
    if (!cursor.accept("|") && parameters.length > 0) {
      cursor.error("expected | after the parameters of the element class");
      return null;
    }
    return { parameters, body: this.scope(["}", "||"], depth + 1) };
  }

  /** `a, b :: Class(args)`, or elements joined by arrows: `->` each with each, `=>` one with one. */
  private chain(scope: ClickScope, depth: number): boolean {
    let left = this.items(scope, depth, true);
    if (!left) return false;
    for (;;) {
      const arrow = ["->", "=>"].find((mark) => this.cursor.accept(mark));
      if (arrow === undefined) break;
      const right = this.items(scope, depth, false);
      if (!right) return false;
      const wrong = arrow === "=>" ? connectPairs(scope, left, right) : null;
      if (wrong !== null) this.cursor.error(wrong);
      if (arrow === "->") connectAll(scope, left, right);
      left = right;
    }
    const next = this.cursor.peek();
    // Click lets a statement begin without a semicolon before it
    if (isEnd(next) || ["word", "arguments"].includes(next.kind) || ["[", "{"].includes(next.text))
      return true;
    return this.cursor.error(`expected ->, :: or ; but found ${next.text}`, next);
  }

  /** Elements with commas between them, as one side of an arrow. */
  private items(scope: ClickScope, depth: number, isFirst: boolean): Item[] | null {
    const items: Item[] = [];
    const bare: Token[] = [];
    do {
      const inPorts = this.cursor.ports();
      const first = this.cursor.peek();
      const pad = this.pad(isFirst, inPorts, first);
      if (pad) return [...items, pad];
      const item = this.item(scope, depth, inPorts, first, bare);
      if (!item) return null;
      items.push(item);
    } while (this.cursor.accept(","));
    return items;
  }

  /** Inside a compound element, `[0] -> ...` begins with its input and `... -> [0]` ends with its output. */
  private pad(isFirst: boolean, ports: number[] | null, next: Token): Item | null {
    const { span } = next;
    if (isFirst && (next.text === "->" || next.text === "=>"))
      return { ...at(this.pads.input), inPorts: null, outPorts: ports, span };
    return !isFirst && isEnd(next) ? { ...at(this.pads.output), inPorts: ports, outPorts: null, span } : null;
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
    const { cursor } = this;
    const named = (name: string): Item => ({ ...at(name), inPorts, outPorts: cursor.ports(), span });
    if (first.kind === "mark" && first.text === "{") {
      const name = nameless(scope, "");
      return this.addCompound(scope, depth, [{ ...first, text: name }]) ? named(name) : null;
    }
    if (first.kind === "arguments") return this.group(scope, depth, inPorts, first);
    if (first.kind !== "word") {
      cursor.error(`expected an element, found ${first.text}`, first);
      return null;
    }
    cursor.next();
    if (cursor.accept("::")) {
      const names = [...bare.splice(0), first];
      if (cursor.peek().text === "{") return this.addCompound(scope, depth, names) ? named(first.text) : null;
      const className = cursor.next();
      if (className.kind !== "word") {
        cursor.error(`expected the class of ${first.text}`, className);
        return null;
      }
      const configuration = this.configuration();
      for (const name of names) this.addElement(scope, name, className.text, configuration);
      return named(first.text);
    }
    if (cursor.peek().kind === "arguments" || isClassName(scope, first.text)) {
      const name = nameless(scope, first.text);
      this.addElement(scope, { ...first, text: name }, first.text, this.configuration());
      return named(name);
    }
    // `a, b :: Class` declares both; a name that is declared already stays what it is
    if (first.text === "input" || first.text === "output") return named(this.pads[first.text]);
    if (!scope.elements.has(first.text)) bare.push(first);
    return named(first.text);
  }

  /**
   * `( -> a -> b -> )`: statements with an input and an output of their own, as one element of a connection. Its
   * elements are those of the scope around it; where no ports are written all that it has are meant.
   */
  private group(scope: ClickScope, depth: number, inPorts: number[] | null, token: Token): Item | null {
    if (depth >= MAX_DEPTH) {
      this.cursor.error(`more than ${MAX_DEPTH} groups inside each other`, token);
      return null;
    }
    const { cursor, pads } = this;
    cursor.next();
    const name = `(group ${scope.groups.size + 1})`;
    const own = { input: `${name}/input`, output: `${name}/output` };
    scope.groups.add(own.input).add(own.output);
    this.cursor = cursor.within(token);
    this.pads = own;
    this.statements(scope, [], depth + 1);
    this.cursor = cursor;
    this.pads = pads;
    const implied = (ports: readonly number[]): number[] => [...new Set(ports)].sort((a, b) => a - b);
    const ins = scope.connections.flatMap((c) => (c.from === own.input ? [c.fromPort] : []));
    const outs = scope.connections.flatMap((c) => (c.to === own.output ? [c.toPort] : []));
    return {
      into: own.input,
      outOf: own.output,
      inPorts: inPorts ?? implied(ins),
      outPorts: cursor.ports() ?? implied(outs),
      span: token.span,
    };
  }

  /** The elements `names` of a class that is written out in their place. */
  private addCompound(scope: ClickScope, depth: number, names: readonly Token[]): boolean {
    const compound = this.compound(depth, names[0]!.text);
    if (compound === null) return false;
    if (compound.extended !== null) return this.cursor.error("... extends a class that has a name", names[0]);
    const className = `{class@${++this.anonymous}}`;
    scope.classes.set(className, compound);
    const configuration = this.configuration();
    for (const name of names) this.addElement(scope, name, className, configuration);
    return true;
  }

  private addElement(
    scope: ClickScope,
    name: Token,
    className: string,
    configuration: readonly string[],
  ): void {
    if (scope.elements.has(name.text)) {
      this.cursor.error(`there are two elements with the name ${name.text}; rename one`, name);
      return;
    }
    const element = { name: name.text, class: className, arguments: configuration, span: name.span };
    scope.elements.set(name.text, element);
    const meant = scope.classes.get(className);
    if (meant) scope.meant.set(name.text, meant);
  }

  private configuration(): string[] {
    return this.cursor.peek().kind === "arguments" ? splitArguments(this.cursor.next().text) : [];
  }
}
