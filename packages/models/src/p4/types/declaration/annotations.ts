import type { Annotation, Expression, NamedDeclaration, Node, P4Program } from "../../tree/index.ts";
import { walk } from "../../visit.ts";
import type { CheckContext } from "../context.ts";

/** Nodes below which no annotation stands: most of a program. */
const HOLDS_NONE = new Set<Node["kind"]>([
  "assignment",
  "binary",
  "bitType",
  "call",
  "callStatement",
  "directTransition",
  "list",
  "member",
  "name",
  "nameExpression",
  "namedType",
  "numberLiteral",
  "return",
  "selectTransition",
]);

/**
 * Checks the content of the annotations that P4_16 and P4Runtime define, and that all structured ones are constants.
 */
export function checkAnnotations(c: CheckContext, program: P4Program): void {
  const top = new Map<string, NamedDeclaration>();
  for (const d of program.declarations)
    if (d.kind !== "error" && d.kind !== "matchKind") top.set(d.name.text, d);
  walk(program, (node) => {
    if (HOLDS_NONE.has(node.kind)) return true;
    if (node.kind === "struct") checkLengths(c, node);
    if (!("annotations" in node) || node.annotations.length === 0) return false;
    reportRepeated(c, node.annotations);
    for (const annotation of node.annotations) {
      if (annotation.form === "list" || annotation.form === "record") checkValues(c, annotation, node, top);
      else CONTENT[annotation.name.text]?.(c, annotation);
    }
    return false;
  });
}

function reportRepeated(c: CheckContext, annotations: readonly Annotation[]): void {
  const seen = new Map<string, Annotation>();
  for (const annotation of annotations) {
    const { text } = annotation.name;
    const earlier = seen.get(text);
    const isStructured = [annotation, earlier].some((a) => a?.form === "list" || a?.form === "record");
    if (earlier !== undefined && isStructured) {
      const message = `'@${text}[…]' can stand once, but '@${text}' stands on line ${earlier.span.line} already; join the two`;
      c.reporter.error("p4-annotation", message, annotation.span);
    }
    seen.set(text, annotation);
  }
}

function checkValues(
  c: CheckContext,
  annotation: Annotation,
  owner: Node,
  top: ReadonlyMap<string, NamedDeclaration>,
): void {
  const own = new Set("typeParameters" in owner ? owner.typeParameters.map((p) => p.name.text) : []);
  for (const value of [...annotation.expressions, ...annotation.fields.map((field) => field.value)]) {
    const bad = notConstant(value, own, top);
    if (bad === null) continue;
    const message = `the values of '@${annotation.name.text}[…]' must be numbers, strings or bool known at compile time`;
    c.reporter.error("p4-annotation", message, bad.span);
  }
}

/** The part of an annotation's value that is no constant number, string or bool; null when there is none. */
function notConstant(
  value: Expression,
  typeParameters: ReadonlySet<string>,
  top: ReadonlyMap<string, NamedDeclaration>,
): Node | null {
  let bad: Node | null = null;
  walk(value, (node) => {
    if (bad !== null) return true;
    const isComposite = node.kind === "list" || node.kind === "record" || node.kind === "call";
    const target = node.kind === "nameExpression" ? top.get(node.name.text) : undefined;
    const isOther = target !== undefined && target.kind !== "constant" && target.kind !== "enum";
    const isType = node.kind === "nameExpression" && typeParameters.has(node.name.text);
    if (isComposite || isOther || isType) bad = node;
    return bad !== null;
  });
  return bad;
}

const isString = (token: string): boolean => token.startsWith('"');

function needString(c: CheckContext, annotation: Annotation): void {
  const { name, tokens } = annotation;
  const isText =
    tokens.length > 0 && tokens.every((t) => isString(t) || t === "++" || t === "(" || t === ")");
  if (isText) return;
  const message = `'@${name.text}' needs a string, as in @${name.text}("…")`;
  c.reporter.error("p4-annotation", message, annotation.span);
}

/** What stands between the parentheses, by the name of the annotation. */
const CONTENT: Readonly<Record<string, (c: CheckContext, annotation: Annotation) => void>> = {
  deprecated: needString,
  name: needString,
  noWarn: needString,
  pkginfo: (c, annotation) => {
    if (annotation.form !== "plain") return;
    const message = "'@pkginfo' needs keys and values, as in @pkginfo[version = \"1.0\"]";
    c.reporter.error("p4-annotation", message, annotation.span);
  },
  match: (c, annotation) => {
    const [only, ...others] = annotation.tokens;
    if (only !== undefined && others.length === 0 && c.resolution.matchKinds.has(only)) return;
    const kinds = [...c.resolution.matchKinds.keys()].join(", ");
    c.reporter.error("p4-annotation", `'@match' needs a match kind: ${kinds}`, annotation.span);
  },
  p4runtime_translation: (c, annotation) => {
    const [uri = "", comma, ...type] = annotation.tokens;
    const isType = /^(string|[0-9]\w*|bit<[0-9]\w*>)$/.test(type.join(""));
    if (isString(uri) && comma === "," && isType) return;
    const message =
      '\'@p4runtime_translation\' needs a string and a type of the controller, as in ("uri", bit<32>) or ("uri", string)';
    c.reporter.error("p4-annotation", message, annotation.span);
  },
};

/** `@length` of a varbit field reads fields that have been extracted before it. */
function checkLengths(c: CheckContext, struct: Extract<Node, { kind: "struct" }>): void {
  struct.fields.forEach((field, i) => {
    const later = new Set(struct.fields.slice(i).map((f) => f.name.text));
    for (const annotation of field.annotations) {
      const unread =
        annotation.name.text === "length" ? annotation.tokens.find((t) => later.has(t)) : undefined;
      if (unread === undefined) continue;
      const message = `the length of '${field.name.text}' cannot depend on '${unread}', which stands behind it; move '${unread}' up`;
      c.reporter.error("p4-annotation", message, annotation.span);
    }
  });
}
