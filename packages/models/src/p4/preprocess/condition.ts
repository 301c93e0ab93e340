import { numberValue } from "../lex/lex.ts";
import { isWord, type Token } from "../lex/token.ts";
import { type Expansion, expandAll, type Macros } from "./macro.ts";

const PRECEDENCE: Record<string, number> = {
  "||": 1,
  "&&": 2,
  "|": 3,
  "^": 4,
  "&": 5,
  "==": 6,
  "!=": 6,
  "<": 7,
  ">": 7,
  "<=": 7,
  ">=": 7,
  "<<": 8,
  ">>": 8,
  "+": 9,
  "-": 9,
  "*": 10,
  "/": 10,
  "%": 10,
};

/** Conditions count in 64 bits, as in C. */
const WIDTH = 64;
/** Our choice: no real condition is deeper, and any stack holds as much. */
const MAX_DEPTH = 200;

const bool = (value: boolean): bigint => (value ? 1n : 0n);

function apply(operator: string, a: bigint, b: bigint): bigint {
  switch (operator) {
    case "||":
      return bool(a !== 0n || b !== 0n);
    case "&&":
      return bool(a !== 0n && b !== 0n);
    case "|":
      return a | b;
    case "^":
      return a ^ b;
    case "&":
      return a & b;
    case "==":
      return bool(a === b);
    case "!=":
      return bool(a !== b);
    case "<":
      return bool(a < b);
    case ">":
      return bool(a > b);
    case "<=":
      return bool(a <= b);
    case ">=":
      return bool(a >= b);
    case "<<":
      return a << BigInt.asUintN(6, b);
    case ">>":
      return a >> BigInt.asUintN(6, b);
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return b === 0n ? 0n : a / b;
    default:
      return b === 0n ? 0n : a % b;
  }
}

/**
 * Value of an `#if` expression. Unknown names count as 0, as in C. A malformed expression is reported once, at the
 * token that does not fit or at `directive`, and counts as false.
 */
export function evaluateCondition(tokens: readonly Token[], directive: Token, expansion: Expansion): boolean {
  const items = expanded(replaceDefined(tokens, expansion.macros), expansion);
  let at = 0;
  let depth = 0;
  let failed = false;

  const fail = (message: string): bigint => {
    if (!failed) expansion.report(message, items[at] ?? directive);
    failed = true;
    at = items.length;
    return 0n;
  };

  const deeper = (inner: () => bigint): bigint => {
    if (depth >= MAX_DEPTH) return fail(`this condition is nested more than ${MAX_DEPTH} deep`);
    depth++;
    const value = inner();
    depth--;
    return value;
  };

  const operand = (): bigint => {
    const token = items[at];
    if (token === undefined) return fail("this condition is not complete: a value is missing");
    at++;
    if (token.kind === "number") return numberValue(token.text).value;
    if (token.kind === "true") return 1n;
    if (token.kind === "!") return bool(deeper(operand) === 0n);
    if (token.kind === "-") return -deeper(operand);
    if (token.kind === "+") return deeper(operand);
    if (token.kind === "~") return ~deeper(operand);
    if (token.kind === "(") {
      const value = deeper(() => expression(0));
      if (items[at]?.kind !== ")") return fail("expected ')' in this condition");
      at++;
      return value;
    }
    if (isWord(token)) return 0n;
    at--;
    return fail(`unexpected '${token.text}' in this condition`);
  };

  const operatorAt = (): string => {
    const token = items[at];
    const after = items[at + 1];
    return token?.kind === ">" && after?.kind === ">" && !after.spaceBefore ? ">>" : (token?.kind ?? "");
  };

  const expression = (minimum: number): bigint => {
    let left = operand();
    for (;;) {
      const operator = operatorAt();
      if (operator === "?" && minimum === 0) {
        at++;
        const whenTrue = deeper(() => expression(0));
        if (items[at]?.kind !== ":") return fail("expected ':' in this condition");
        at++;
        const whenFalse = deeper(() => expression(0));
        left = left !== 0n ? whenTrue : whenFalse;
        continue;
      }
      const precedence = PRECEDENCE[operator];
      if (precedence === undefined || precedence <= minimum) return left;
      at += operator === ">>" ? 2 : 1;
      left = BigInt.asIntN(WIDTH, apply(operator, left, expression(precedence)));
    }
  };

  const value = expression(0);
  if (!failed && at < items.length) fail(`unexpected '${items[at]!.text}' in this condition`);
  return !failed && value !== 0n;
}

const NOTHING: ReadonlySet<string> = new Set();

function expanded(tokens: readonly Token[], expansion: Expansion): Token[] {
  const out: Token[] = [];
  expandAll(expansion, tokens, NOTHING, out);
  return out;
}

/** `defined X` and `defined(X)` become 1 or 0 before macros are expanded. */
function replaceDefined(tokens: readonly Token[], macros: Macros): Token[] {
  const out: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.text !== "defined") {
      out.push(token);
      continue;
    }
    const isParenthesised = tokens[i + 1]?.kind === "(";
    const name = tokens[i + (isParenthesised ? 2 : 1)];
    out.push({ ...token, kind: "number", text: name !== undefined && macros.has(name.text) ? "1" : "0" });
    i += isParenthesised ? 3 : 1;
  }
  return out;
}
