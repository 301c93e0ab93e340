import { ARCHITECTURES } from "../../p4/index.ts";
import type { Contents } from "../entries/contents.ts";
import type { ProgramTable } from "../entries/programTables.ts";
import type { Flow } from "../flow/flow.ts";
import { ARCHITECTURE_GROUP, Decisions } from "../lower/decisions.ts";
import type { DropPort, Fate } from "../lower/fates.ts";
import { FlowNodes } from "../lower/flowNodes.ts";
import { semanticsOf } from "../lower/semantics.ts";
import { operandValue, type Scope } from "./expressions.ts";
import { Names } from "./names.ts";
import { fateOf } from "./primitives.ts";
import type { Bmv2Conditional, Bmv2Pipeline, Bmv2Program } from "./schema.ts";
import { lowerStates } from "./states.ts";
import { lowerTable, type TableContext } from "./tables.ts";

/** The architecture that p4c-bm2-ss compiles for. */
export const BMV2_ARCHITECTURE = "v1model";

/** What the flows of a compiled program are made with. `keepsHeaders`: there is room for headers as they came. */
export function partsOfBmv2(
  { program, file, tables, contents }: CompiledProgram,
  { keepsHeaders = false }: { keepsHeaders?: boolean } = {},
) {
  const problems: string[] = [];
  const semantics = semanticsOf(BMV2_ARCHITECTURE);
  const nodes = new FlowNodes(semantics);
  const names = new Names(program, file);
  const fates = fatesOfBmv2(program);
  names.declare(nodes, semantics.zeroesUserMetadata !== "never" && !fates.has("recirculate"), keepsHeaders);
  const dropPort = dropPortOf();
  const decisions = new Decisions(nodes, {
    dropPort,
    fates,
    values: [],
    flowFor: "paths",
    span: names.span({}),
  });
  nodes.addGroup({ id: "parser", kind: "parser", label: program.parsers[0]?.name ?? "parser" });
  for (const { name } of program.pipelines) nodes.addGroup({ id: name, kind: "control", label: name });
  nodes.addGroup({ id: ARCHITECTURE_GROUP, kind: "architecture", label: "architecture" });
  const ends = decisions.ends();
  const context = {
    nodes,
    names,
    dropPort,
    contents,
    shown: new Map(tables.map(({ name, shown }) => [name, shown])),
    actions: new Map(program.actions.map((each) => [each.id, each])),
  };
  const problem = (message: string): void => {
    problems.push(message);
  };
  return {
    problems,
    nodes,
    names,
    decisions,
    ends,
    /** Adds a pipeline, which a program may lack; the id of its first node. */
    pipeline(name: "ingress" | "egress", next: string): string {
      const found = program.pipelines.find((each) => each.name === name);
      return found ? lowerPipeline(found, next, context, problem) : next;
    },
    /** Adds the parser in front of `next`; the id of its first node. */
    parser(next: string): string {
      const [parser] = program.parsers;
      const [errorField] = semantics.parserErrors;
      const reject = errorField ? decisions.parserError(errorField, 0n, next) : ends.drop;
      const scope: Scope = { names, arguments: [] };
      const exits = { accept: next, reject, problem };
      return parser ? lowerStates(parser, "parser", scope, nodes, dropPort, exits) : next;
    },
  };
}

/** A compiled program with what the control plane puts into it. */
export type CompiledProgram = {
  program: Bmv2Program;
  file: string;
  tables: readonly ProgramTable[];
  contents: Contents | null;
};

/** What a program asks for anywhere. */
export const fatesOfBmv2 = ({ actions }: Bmv2Program): Set<Fate> =>
  new Set(actions.flatMap((each) => each.primitives.flatMap((one) => fateOf(one) ?? [])));

/** The flow of a compiled program, and what it names without defining. */
export function lowerBmv2(compiled: CompiledProgram): { flow: Flow; problems: string[] } {
  const { nodes, decisions, ends, problems, pipeline, parser } = partsOfBmv2(compiled);
  const last = decisions.last(ends);
  const queue = decisions.trafficManager(pipeline("egress", last), last, ends);
  const start = parser(pipeline("ingress", queue));
  return { flow: nodes.finish(start), problems };
}

function dropPortOf(): DropPort {
  const found = ARCHITECTURES.find((each) => each.id === BMV2_ARCHITECTURE)?.dropPort;
  return found ?? { field: "egress_spec", value: 511n };
}

/** Adds what a pipeline does; the id of its first node, which is `next` when it does nothing. */
function lowerPipeline(
  pipeline: Bmv2Pipeline,
  next: string,
  context: Omit<TableContext, "group" | "exitTo" | "target">,
  problem: (message: string) => void,
): string {
  const ids = new Map<string, string>();
  const open = new Set<string>();
  const target = (name: string | null): string => {
    if (name === null) return next;
    const known = ids.get(name);
    if (known !== undefined) return known;
    const table = pipeline.tables.find((each) => each.name === name);
    const conditional = pipeline.conditionals.find((each) => each.name === name);
    if (open.has(name) || (!table && !conditional)) {
      problem(
        open.has(name)
          ? `pipeline ${pipeline.name} comes back to ${name}`
          : `pipeline ${pipeline.name} goes to ${name}, which it does not have`,
      );
      return next;
    }
    open.add(name);
    const own: TableContext = { ...context, group: pipeline.name, exitTo: next, target };
    const id = table ? lowerTable(table, own) : conditional ? lowerConditional(conditional, own) : next;
    open.delete(name);
    ids.set(name, id);
    return id;
  };
  return target(pipeline.init_table);
}

function lowerConditional(conditional: Bmv2Conditional, context: TableContext): string {
  const { nodes, names, group, target } = context;
  const span = names.span(conditional);
  const whenTrue = target(conditional.true_next);
  const whenFalse = target(conditional.false_next);
  return nodes.add(group, {
    kind: "condition",
    label: conditional.source_info?.source_fragment ?? conditional.name,
    span,
    ways: [
      { to: whenTrue, label: "true", guard: operandValue(conditional.expression, { names, arguments: [] }) },
      { to: whenFalse, label: "false", guard: null },
    ],
  });
}
