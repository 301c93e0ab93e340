import { assert } from "../../core/index.ts";
import type { Name, NamedDeclaration, ParserDeclaration, StateDeclaration } from "../../p4/index.ts";
import { type CodeWriter, withCode } from "../code/writer.ts";
import { ParserError } from "../machine.ts";
import type { TraceEvent } from "../trace.ts";
import type { Value } from "../values/node.ts";
import type { Eval } from "../values/operators.ts";
import { showValue } from "../values/show.ts";
import { compileExpression } from "./expressions.ts";
import { compileKeyset } from "./keysets.ts";
import { type Exec, innerScope, type Scope, shapeIn, signals } from "./scope.ts";
import { compileStatements } from "./statements.ts";
import { textOf } from "./tracing.ts";

/** A state: its statements, and then the next one; null ends the parser. */
type State = { run: Exec; next: Next };

type Numbers = ReadonlyMap<NamedDeclaration, number>;
/** Where a transition leads, and the same as statements of a loop over states by their numbers. */
type Next = { find: () => State | null; code: (numbers: Numbers, to: CodeWriter) => string };

/** Our choice: a packet passes at most so many states, so that no packet stays in a cycle for ever. */
const MAX_STATES = 10_000;

/** The states of a parser, from `start` to the end. Throws `ParserError`. */
export function compileParser(scope: Scope, parser: ParserDeclaration): Exec {
  const states = new Map<NamedDeclaration, State>();
  const stateOf = (name: Name): Next => {
    if (name.text === "accept") return ACCEPT;
    if (name.text === "reject") return reject(scope);
    const declaration = scope.c.checked.references.get(name);
    assert(declaration?.kind === "state", "a transition names a state");
    return {
      find: () => states.get(declaration) ?? null,
      code: (numbers) => `s=${numbers.get(declaration)};continue;`,
    };
  };
  for (const state of parser.states) states.set(state, compileState(scope, state, stateOf));
  const start = parser.states.find((state) => state.name.text === "start");
  const first = start ? states.get(start) : undefined;
  assert(first, "a parser has a start state");
  const run: Exec = () => {
    let state: State | null = first;
    for (let passed = 0; state !== null; passed++) {
      if (passed >= MAX_STATES) throw new ParserError("ParserTimeout");
      state.run();
      state = state.next.find();
    }
    return signals.next;
  };
  if (scope.c.machine.trace) return run;
  return withCode(run, "body", (to) => {
    const numbers: Numbers = new Map([...states.keys()].map((declaration, i) => [declaration, i]));
    const cases = [...states].map(([declaration, state]) => {
      const number = numbers.get(declaration);
      return `case ${number}:{${to.statement(state.run)}${state.next.code(numbers, to)}}`;
    });
    const timeout = `throw new ${to.ref(ParserError)}("ParserTimeout");`;
    return [
      `let s=${numbers.get(start!)};`,
      `for(let n=0;;n++){if(n>=${MAX_STATES})${timeout}switch(s){${cases.join("")}}}`,
    ].join("");
  });
}

function compileState(scope: Scope, state: StateDeclaration, stateOf: (name: Name) => Next): State {
  const inner = innerScope(scope);
  const { trace, coverage } = scope.c.machine;
  const statements = compileStatements(inner, state.statements);
  const name = state.name.text;
  const visit = coverage?.state(state.name.span, name);
  let event: (TraceEvent & { kind: "state" }) | null = null;
  const run: Exec =
    trace || visit
      ? () => {
          visit?.();
          event = trace?.add({ kind: "state", at: state.name.span, name }) ?? null;
          trace?.pass.states.push(name);
          return statements();
        }
      : statements;
  const note = (select: Readonly<Record<string, string>>): void => {
    if (event) event.select = select;
  };
  return { run, next: compileTransition(inner, state, stateOf, trace ? note : null) };
}

const ACCEPT: Next = { find: () => null, code: () => "return 0;" };

/** Ends the parser without an error; what that means is the architecture's: v1model goes on. */
function reject({ c: { machine } }: Scope): Next {
  const find = (): null => {
    machine.isRejected = true;
    return null;
  };
  return { find, code: (_, to) => `${to.ref(machine)}.isRejected=true;return 0;` };
}

function compileTransition(
  scope: Scope,
  { transition }: StateDeclaration,
  stateOf: (name: Name) => Next,
  note: ((select: Readonly<Record<string, string>>) => void) | null,
): Next {
  if (transition === null) return reject(scope);
  if (transition.kind === "directTransition") return stateOf(transition.target);
  const shapes = transition.arguments.map((each) => shapeIn(scope, each));
  const subjects = transition.arguments.map((each) => compileExpression(scope, each));
  const cases = transition.cases.map(({ keyset, target }) => ({
    matches: compileKeyset(scope, keyset, shapes),
    next: stateOf(target),
  }));
  const values: Value[] = subjects.map(() => 0);
  const texts = transition.arguments.map((each) => textOf(scope, each));
  const find = (): State | null => {
    subjects.forEach((subject: Eval, index) => {
      values[index] = subject();
    });
    note?.(Object.fromEntries(texts.map((text, index) => [text, showValue(values[index]!, shapes[index]!)])));
    for (const each of cases) if (each.matches(values)) return each.next.find();
    throw new ParserError("NoMatch");
  };
  return {
    find,
    code: (numbers, to) => {
      const names = subjects.map(() => to.local());
      return [
        ...subjects.map((subject, i) => `const ${names[i]}=${to.value(subject)};`),
        ...cases.map(({ matches, next }) => `if(${to.test(matches, names)}){${next.code(numbers, to)}}`),
        `throw new ${to.ref(ParserError)}("NoMatch");`,
      ].join("");
    },
  };
}
