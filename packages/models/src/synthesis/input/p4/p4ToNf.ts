import { type Diagnostic, hasErrors } from "../../../core/index.ts";
import {
  type CheckedProgram,
  type ControlDeclaration,
  checkP4,
  type Expression,
  type ParserDeclaration,
  type SourceText,
} from "../../../p4/index.ts";
import { contentsOf, programTables, readEntries, unlessTooLarge } from "../../../program/index.ts";
import type { NfGraph } from "../../graph/nfGraph.ts";
import type { Target, UnitRule } from "../../graph/unit.ts";
import { type FieldSet, intersectSets, isEmptySet } from "../../header/fieldSet.ts";
import { ANY, filterOf } from "../../header/filter.ts";
import type { Write } from "../../header/writes.ts";
import { type Binding, DROP_PORT, Lowering } from "./lowering.ts";
import { type Block, lowerStatements } from "./statements.ts";

/**
 * A v1model program with given table contents as units: parser states, conditions, tables, writes. Its
 * interfaces are the numbers of its ports. What has no fixed meaning per packet (hashes, registers) becomes a
 * value chosen at run time, so that a later read is a cut.
 */
export function p4ToNf(
  program: SourceText,
  entries: SourceText | null,
  id: string,
): { nf: NfGraph | null; diagnostics: Diagnostic[] } {
  const checked = checkP4(program);
  if (hasErrors(checked.diagnostics)) return { nf: null, diagnostics: checked.diagnostics };
  if (checked.architecture?.definition.id !== "v1model") {
    const message = `${program.file} is not a program for v1model; only these are synthesised`;
    return { nf: null, diagnostics: [{ severity: "error", code: "p4-architecture", message, span: null }] };
  }
  const tooLarge: Diagnostic[] = [];
  const tables = unlessTooLarge(() => programTables(checked), tooLarge) ?? [];
  const read = readEntries(entries?.text ?? "", entries?.file ?? program.file, tables);
  const held = contentsOf(read.changes, tables);
  const l = new Lowering(id, checked, tables, held.contents);
  lowerProgram(l, checked);
  const all = [...tooLarge, ...read.diagnostics, ...held.diagnostics, ...l.diagnostics];
  return { nf: hasErrors(all) ? null : l.nf, diagnostics: all };
}

function lowerProgram(l: Lowering, checked: CheckedProgram): void {
  const declarationOf = (role: string) =>
    checked.architecture!.bindings.find((b) => b.role === role)?.declaration ?? null;
  const parser = declarationOf("parser");
  const ingress = declarationOf("ingress");
  const egress = declarationOf("egress");
  if (parser?.kind !== "parser" || ingress?.kind !== "control") return;
  // ports are known when everything before them is lowered: the last unit is filled in at the end
  const out: UnitRule[] = [];
  const exits: Target[] = [];
  const last = l.unit("output", out, exits, null);
  const behind = egress?.kind === "control" ? lowerControl(l, egress, last) : last;
  const egressField = l.local("egress", 9);
  const traffic = l.unit(
    "traffic",
    [
      { filter: { [egressField]: [DROP_PORT, DROP_PORT] }, writes: {}, port: null },
      { filter: ANY, writes: {}, port: 0 },
    ],
    [behind],
    null,
  );
  const start = lowerParser(l, parser, lowerControl(l, ingress, traffic));
  for (const port of portsIn(l)) l.ports.add(port);
  for (const port of [...l.ports].filter((p) => p !== DROP_PORT).sort((a, b) => a - b)) {
    out.push({ filter: { [egressField]: [port, port] }, writes: {}, port: exits.length });
    exits.push({ kind: "exit", name: String(port) });
    l.nf.outputs.add(String(port));
    const initial = Object.fromEntries(
      Object.keys(l.fields).map((f): [string, Write] => [f, { kind: "const", value: 0 }]),
    );
    l.nf.inputs.set(
      String(port),
      l.write({ ...initial, [l.local("ingress", 9)]: { kind: "const", value: port } }, start, null),
    );
  }
}

/** Values of entries that may be ports: small ones, which are not written for an address. */
function portsIn({ contents, tables }: Lowering): number[] {
  return [...contents].flatMap(([name, { entries }]) => {
    const actions = new Map(tables.get(name)?.actions.map((each) => [each.name, each]));
    return entries.flatMap(({ runs }) =>
      (runs ?? []).flatMap(({ action, values }) =>
        (values ?? []).flatMap((value, i) => {
          const width = actions.get(action)?.parameters[i]?.width ?? null;
          return value < BigInt(DROP_PORT) && width !== null && !ADDRESS_BITS.includes(width)
            ? [Number(value)]
            : [];
        }),
      ),
    );
  });
}

/** IPv4, MAC, IPv6. */
const ADDRESS_BITS = [32, 48, 128];

/** Roles of the parameters of a v1model block, from the last to the first. */
function scopeOf(l: Lowering, block: ParserDeclaration | ControlDeclaration): Map<string, Binding> {
  const roles =
    block.kind === "parser"
      ? (["packet", "headers", "metadata", "standard"] as const)
      : (["headers", "metadata", "standard"] as const);
  const scope = new Map<string, Binding>();
  block.parameters.forEach((p, i) => {
    const role = roles[i];
    if (role) scope.set(p.name.text, { kind: "root", role });
  });
  for (const local of block.locals) {
    const type = local.kind === "variable" ? l.checked.declarationTypes.get(local) : null;
    const bits = type?.kind === "bool" ? 1 : type?.kind === "bits" ? type.width : null;
    if (local.kind === "variable" && bits !== null && bits <= 48)
      scope.set(local.name.text, {
        kind: "field",
        field: l.local(`${block.name.text}.${local.name.text}`, bits),
      });
  }
  return scope;
}

function lowerControl(l: Lowering, control: ControlDeclaration, next: Target): Target {
  const block: Block = { l, control, scope: scopeOf(l, control), end: next };
  const initial = control.locals.flatMap((d) => (d.kind === "variable" ? [d] : []));
  return lowerStatements(block, [...initial, control.apply], next);
}

/** States as units; `accept` goes on, `reject` drops, as BMv2's parser does without a verdict on errors. */
function lowerParser(l: Lowering, parser: ParserDeclaration, accept: Target): Target {
  const scope = scopeOf(l, parser);
  const reject = l.unit("reject", [], [], null);
  const begun = new Map<string, Target | "open">([
    ["accept", accept],
    ["reject", reject],
  ]);
  const enter = (name: string): Target => {
    const known = begun.get(name);
    if (known && known !== "open") return known;
    const state = parser.states.find((s) => s.name.text === name);
    if (known === "open" || !state) {
      l.unsupported(`the loop of parser states through ${name}`, parser.span);
      return reject;
    }
    begun.set(name, "open");
    const { transition } = state;
    let next = reject;
    if (transition?.kind === "directTransition") next = enter(transition.target.text);
    if (transition?.kind === "selectTransition") {
      const fields = transition.arguments.map((a) => l.fieldOf(a, scope));
      const rules = transition.cases.flatMap((c, i): UnitRule[] => {
        const filter = keysetFilter(l, c.keyset, fields, scope);
        return filter ? [{ filter, writes: {}, port: i }] : [];
      });
      next = l.unit(
        "select",
        rules,
        transition.cases.map((c) => enter(c.target.text)),
        transition.span,
        name,
      );
    }
    const start = lowerStatements({ l, control: null, scope, end: reject }, state.statements, next);
    begun.set(name, start);
    return start;
  };
  return enter("start");
}

/**
 * Null when no packet of the model can match: fields that it does not have (options, fragments) are taken for
 * 0 or 5 words of header.
 */
function keysetFilter(
  l: Lowering,
  keyset: Expression,
  fields: readonly (string | null)[],
  scope: Block["scope"],
) {
  const parts = keyset.kind === "keysetTuple" ? keyset.elements : [keyset];
  const sets: Record<string, FieldSet> = {};
  if (keyset.kind === "default" || keyset.kind === "dontCare") return ANY;
  for (const [i, part] of parts.entries()) {
    if (part.kind === "default" || part.kind === "dontCare") continue;
    const field = fields[i];
    const low = l.constantOf(part.kind === "range" ? part.low : part, scope);
    const high = part.kind === "range" ? l.constantOf(part.high, scope) : low;
    if (!field || low === null || high === null) {
      l.unsupported("this case of a parser's select", part.span);
      return null;
    }
    sets[field] = sets[field] ? intersectSets(sets[field], [low, high]) : [low, high];
    if (isEmptySet(sets[field])) return null;
  }
  return filterOf(sets, l.layout);
}
