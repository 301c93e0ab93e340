import type { Token } from "../lex/token.ts";
import type { ActionDeclaration, Annotation, BlockStatement, ControlLocal } from "../tree/index.ts";
import { parseAnnotations } from "./annotations.ts";
import { behind, type Cursor } from "./cursor.ts";
import { parseParameters } from "./parameters.ts";
import { skipMember, startsTopLevel } from "./recovery.ts";
import { parseConstant } from "./simpleDeclarations.ts";
import { startsDeclaration } from "./startsDeclaration.ts";
import { parseBlock, parseLocalDeclaration } from "./statements.ts";
import { parseTable } from "./table.ts";

type Body = { locals: ControlLocal[]; apply: BlockStatement };

const startsApply = (p: Cursor): boolean =>
  p.at("apply") && (p.peek(1).kind === "{" || p.peek(1).kind === "@");

const startsMember = (p: Cursor): boolean =>
  p.at("@") || p.at("const") || p.at("action") || p.at("table") || startsApply(p) || startsDeclaration(p);

/** `{ locals apply { … } }` of the control that `owner` names. */
export function parseControlBody(p: Cursor, owner: string): Body {
  const locals: ControlLocal[] = [];
  let apply: BlockStatement | null = null;
  if (!p.expect("{", `to open ${owner}`)) return { locals, apply: emptyBlock(p) };
  while (!p.at("}") && !p.atEnd && !startsTopLevel(p)) {
    const before = p.position;
    const first = p.token;
    if (startsMember(p)) {
      const annotations = parseAnnotations(p);
      if (startsApply(p)) {
        const word = p.take();
        const own = [...annotations, ...parseAnnotations(p)];
        const block = parseBlock(p, `the apply block of ${owner}`, own);
        block.span = p.spanFrom(word);
        apply ??= block;
      } else locals.push(...parseLocal(p, annotations, first));
    }
    if (p.position === before) skipMember(p, startsMember);
  }
  if (apply === null) p.report("p4-expected", `expected an apply block in ${owner}`);
  if (!p.eat("}")) p.report("p4-unclosed", `expected '}' to close ${owner}`, behind(p.previous));
  return { locals, apply: apply ?? emptyBlock(p) };
}

const emptyBlock = (p: Cursor): BlockStatement => ({
  kind: "block",
  annotations: [],
  statements: [],
  span: behind(p.previous),
});

function parseLocal(p: Cursor, annotations: Annotation[], first: Token): ControlLocal[] {
  if (p.at("const")) return [parseConstant(p, annotations, first)];
  if (p.at("action")) return [parseAction(p, annotations, first)];
  if (p.at("table")) return [parseTable(p, annotations, first)];
  const local = parseLocalDeclaration(p, annotations, first);
  return local.kind === "variable" || local.kind === "instantiation" ? [local] : [];
}

/** `action name(parameters) { … }` behind its annotations. */
export function parseAction(p: Cursor, annotations: Annotation[], first: Token): ActionDeclaration {
  p.take();
  const name = p.name("the name of the action");
  const parameters = parseParameters(p, `action '${name.text}'`);
  const body = parseBlock(p, `the body of action '${name.text}'`);
  return { kind: "action", annotations, name, parameters, body, span: p.spanFrom(first) };
}
