import type {
  CallExpression,
  ControlDeclaration,
  Expression,
  Statement,
  TableDeclaration,
} from "../../../p4/index.ts";
import type { Target } from "../../graph/unit.ts";
import { fullSet } from "../../header/fieldSet.ts";
import { ANY } from "../../header/filter.ts";
import type { Binding, Lowering } from "./lowering.ts";
import { assignment, dropWrite, isHarmless, lowerTable, type TableExits, writesOfAction } from "./tables.ts";

/** The block that is lowered: its tables and actions, and where `exit` and `return` go. */
export type Block = {
  l: Lowering;
  control: ControlDeclaration | null;
  scope: Map<string, Binding>;
  end: Target;
};

/** The unit at which `statements` begin; behind them packets go to `next`. Lowered from the last to the first. */
export const lowerStatements = (b: Block, statements: readonly Statement[], next: Target): Target =>
  statements.reduceRight((after, s) => lowerStatement(b, s, after), next);

function lowerStatement(b: Block, s: Statement, next: Target): Target {
  const { l, scope } = b;
  switch (s.kind) {
    case "block":
      return lowerStatements(b, s.statements, next);
    case "empty":
    case "constant":
      return next;
    case "variable":
      return s.initializer ? l.write(assignmentTo(b, s.name.text, s.initializer), next, s.span) : next;
    case "assignment":
      if (s.operator !== "=") break;
      return l.write(assignment(l, s.target, s.value, scope), next, s.span);
    case "if":
      return branch(
        b,
        s.condition,
        lowerStatement(b, s.whenTrue, next),
        s.whenFalse ? lowerStatement(b, s.whenFalse, next) : next,
      );
    case "exit":
    case "return":
      return b.end;
    case "callStatement":
      return lowerCall(b, s.call, next);
    case "switch": {
      const table =
        s.subject.kind === "member" && s.subject.member.text === "action_run"
          ? tableOf(b, s.subject.object)
          : null;
      if (!table) break;
      const target = (action: string): Target => {
        const at = s.cases.findIndex(
          (c) =>
            c.label.kind === "default" || (c.label.kind === "nameExpression" && c.label.name.text === action),
        );
        const body = at < 0 ? null : s.cases.slice(at).find((c) => c.body !== null)?.body;
        return body ? lowerStatement(b, body, next) : next;
      };
      return apply(b, table, { hit: target, miss: target });
    }
    default:
      break;
  }
  l.unsupported("this statement", s.span);
  return next;
}

function assignmentTo(b: Block, name: string, value: Expression) {
  const bound = b.scope.get(name);
  return bound?.kind === "field" ? { [bound.field]: b.l.writeOf(bound.field, value, b.scope) } : {};
}

function lowerCall(b: Block, call: CallExpression, next: Target): Target {
  const { l, scope } = b;
  const { callee } = call;
  const table = tableOf(b, call);
  if (table) return apply(b, table, { hit: () => next, miss: () => next });
  if (isHarmless(callee)) return next;
  if (callee.kind === "member") {
    const header = l.headerOf(
      callee.member.text === "extract" ? call.arguments[0]!.value : callee.object,
      scope,
    );
    const value = { extract: 1, setValid: 1, setInvalid: 0 }[callee.member.text];
    if (header && value !== undefined)
      return l.write({ [l.validity(header)]: { kind: "const", value } }, next, call.span);
    // registers, meters and the like give their first argument a value that nobody knows before
    if (callee.member.text === "read" || callee.member.text === "execute_meter")
      return unknownInto(b, call, next);
    if (callee.member.text === "write") return next;
  }
  if (callee.kind === "nameExpression") {
    if (callee.name.text === "mark_to_drop") return l.write(dropWrite(l), next, call.span);
    if (callee.name.text === "hash" || callee.name.text === "random") return unknownInto(b, call, next);
    const action = b.control?.locals.find((d) => d.kind === "action" && d.name.text === callee.name.text);
    if (action?.kind === "action") {
      const bound = new Map(scope);
      action.parameters.forEach((p, i) => {
        const value = call.arguments[i] ? l.constantOf(call.arguments[i].value, scope) : null;
        if (value === null)
          l.unsupported(`an argument of ${action.name.text} that is not a constant`, call.span);
        bound.set(p.name.text, { kind: "value", value: value ?? 0 });
      });
      return l.write(writesOfAction(l, action, bound), next, call.span);
    }
  }
  l.unsupported("this call", call.span);
  return next;
}

function unknownInto({ l, scope }: Block, call: CallExpression, next: Target): Target {
  const field = call.arguments[0] ? l.fieldOf(call.arguments[0].value, scope) : null;
  if (field === null) return next;
  const values = fullSet(l.layout[field]!);
  return l.write(
    { [field]: { kind: "set", values, choice: "any", state: `${l.nf.id}/unknown` } },
    next,
    call.span,
  );
}

/** The table of `t.apply()`. */
function tableOf({ control }: Block, e: Expression): TableDeclaration | null {
  if (e.kind !== "call" || e.callee.kind !== "member" || e.callee.member.text !== "apply") return null;
  const { object } = e.callee;
  const found = control?.locals.find(
    (d) => d.kind === "table" && object.kind === "nameExpression" && d.name.text === object.name.text,
  );
  return found?.kind === "table" ? found : null;
}

const apply = ({ l, control, scope }: Block, table: TableDeclaration, exits: TableExits): Target =>
  lowerTable(l, control!, table, scope, exits);

/** Units that decide `condition`. */
function branch(b: Block, condition: Expression, yes: Target, no: Target): Target {
  const { l, scope } = b;
  const test = (field: string, set: readonly number[]): Target =>
    l.unit(
      "if",
      [
        ...(set.length > 0 ? [{ filter: { [field]: set }, writes: {}, port: 0 }] : []),
        { filter: ANY, writes: {}, port: 1 },
      ],
      [yes, no],
      condition.span,
    );
  if (condition.kind === "unary" && condition.operator === "!") return branch(b, condition.operand, no, yes);
  if (condition.kind === "binary" && condition.operator === "&&")
    return branch(b, condition.left, branch(b, condition.right, yes, no), no);
  if (condition.kind === "binary" && condition.operator === "||")
    return branch(b, condition.left, yes, branch(b, condition.right, yes, no));
  const known = l.constantOf(condition, scope);
  if (known !== null) return known === 0 ? no : yes;
  if (
    condition.kind === "call" &&
    condition.callee.kind === "member" &&
    condition.callee.member.text === "isValid"
  ) {
    const header = l.headerOf(condition.callee.object, scope);
    // a header that packets of the model do not have is never valid
    return header ? test(l.validity(header), [1, 1]) : no;
  }
  if (condition.kind === "member") {
    const table = tableOf(b, condition.object);
    const isHit = condition.member.text === "hit";
    if (table) return apply(b, table, { hit: () => (isHit ? yes : no), miss: () => (isHit ? no : yes) });
  }
  if (condition.kind === "binary") {
    const field = l.fieldOf(condition.left, scope);
    const value = l.constantOf(condition.right, scope);
    const set = field !== null && value !== null ? l.compared(field, condition.operator, value) : null;
    if (field !== null && set) return test(field, set);
  }
  const field = l.fieldOf(condition, scope);
  if (field !== null) return test(field, [1, 1]);
  l.unsupported("this condition", condition.span);
  return no;
}
