import type { Diagnostic } from "../../../core/index.ts";
import {
  type EntryClassifier,
  needsKnownFlow,
  type Synthesis,
  type TrafficClass,
} from "../../classes/synthesis.ts";
import { intervalsOf, prefixesOf } from "../../header/fieldSet.ts";
import type { Filter } from "../../header/filter.ts";
import type { PacketField } from "../../header/layout.ts";
import type { Writes } from "../../header/writes.ts";
import { beyondClasses, switchNotes } from "../beyondClasses.ts";
import { otherFrames, typedRules } from "../otherFrames.ts";
import { cannot, numberPorts, type PortNumbers } from "../targets.ts";
import { isPacketField, isTernary, P4_FIELDS } from "./fields.ts";
import { programText, type WriteAction } from "./program.ts";

/** A v1model program and the commands of BMv2's simple_switch_CLI that fill its tables. */
export type P4Output =
  | { program: string; commands: string; ports: PortNumbers; diagnostics: Diagnostic[] }
  | { program: null; diagnostics: Diagnostic[] };

/** Our choice: beyond this a switch's table is full anyway. */
const MAX_ENTRIES = 500_000;
/** Our choice: room for flows of stateful classes. */
const FLOW_ENTRIES = 65_536;

/**
 * The synthesised function for BMv2 [katsikas-synthesis]: `tcu_classify` over the fields that are read,
 * `tcu_write` by class. What is chosen at run time stands in `tcu_flow`, one entry for each flow; a flow
 * without one, and a class that is cut, goes to the server unchanged.
 */
export function toP4(synthesis: Synthesis, given?: PortNumbers): P4Output {
  const { classes, classifiers } = synthesis;
  const ports = given ?? numberPorts(synthesis);
  const typed = classifiers.map((c) => ({ ...c, rules: typedRules(synthesis, c) }));
  const dropping = classes.filter((c) => c.dropsBroadcasts).map((c) => c.id);
  const fields = [...new Set(typed.flatMap((c) => c.rules.flatMap((r) => Object.keys(r.filter))))];
  if (dropping.length > 0) {
    if (typed.some((c) => c.rules.some((r) => r.filter.ethDst && dropping.includes(r.class))))
      return refuse("a class asks for addresses of frames and drops those to several hosts");
    fields.push("ethDst");
  }
  const writtenFields = [...new Set(classes.flatMap((c) => Object.keys(c.writes)))];
  const foreign = [...fields, ...writtenFields].find((f) => !isPacketField(f));
  if (foreign !== undefined) return refuse(`the classes use ${foreign}, which is not a field of a packet`);
  const order = Object.keys(P4_FIELDS).filter(isPacketField);
  const read = order.filter((f) => fields.includes(f));
  const written = order.filter((f) => writtenFields.includes(f));

  const actions = createActions();
  const commands: string[] = [];
  for (const c of classes) {
    const call = writeCall(c, actions, ports);
    commands.push(`table_add tcu_write ${call.action} ${c.id} => ${call.arguments.join(" ")}`.trimEnd());
  }
  // flows are installed at run time, but their actions belong to the program
  for (const c of classes) if (isChosen(c)) actions.flow(c);
  const needed = typed.flatMap((c) => c.rules).reduce((sum, r) => sum + keyCount(r.filter, read), 0);
  if (needed > MAX_ENTRIES) return refuse(`the classifier needs ${needed} entries, ${MAX_ENTRIES} at most`);
  const entries = typed.flatMap((classifier) => classifyCommands(classifier, classes, read, ports));
  const beyond = beyondClasses(synthesis);
  const program = programText({
    read,
    written,
    write: actions.all("write"),
    flow: actions.all("choose"),
    serverPort: ports.serverPort,
    isWholeOnly: beyond.fragments || beyond.options,
    others: othersOf(classifiers.map((c) => otherFrames(synthesis, c))),
    notes: switchNotes(synthesis),
    sizes: { classify: Math.max(1, entries.length), write: classes.length, flow: FLOW_ENTRIES },
  });
  return { program, commands: `${[...entries, ...commands].join("\n")}\n`, ports, diagnostics: [] };
}

/**
 * The command that installs a flow of a stateful class: `original` is its tuple, `chosen` what the state table gave it.
 */
export function flowCommand(
  synthesis: Synthesis,
  classId: number,
  original: Readonly<Record<string, number>>,
  chosen: Readonly<Record<string, number>>,
): string {
  const c = synthesis.classes[classId]!;
  const actions = createActions();
  for (const each of synthesis.classes) if (isChosen(each)) actions.flow(each);
  const { action, fields } = actions.flow(c);
  const key = [classId, ...["ipSrc", "ipDst", "ipProto", "srcPort", "dstPort"].map((f) => original[f] ?? 0)];
  return `table_add tcu_flow ${action} ${key.join(" ")} => ${fields.map((f) => chosen[f] ?? 0).join(" ")}`;
}

/** What the program does with frames without an IPv4 header; entries that differ send them to the server. */
function othersOf(fates: readonly ReturnType<typeof otherFrames>[]): ReturnType<typeof otherFrames> {
  const [first, ...more] = new Set(fates);
  return first !== undefined && more.length === 0 ? first : "server";
}

const refuse = (message: string): P4Output => ({
  program: null,
  diagnostics: cannot("p4", message).diagnostics,
});

const chosenFields = (writes: Writes): PacketField[] =>
  Object.keys(writes)
    .filter(isPacketField)
    .filter((f) => writes[f]?.kind === "set");

/**
 * Whether flows of the class need an entry of their own. Replies leave by an interface that only the state table knows.
 */
const isChosen = (c: TrafficClass): boolean =>
  c.ending.kind === "exit" && (c.flows.length > 0 || chosenFields(c.writes).length > 0);

type Call = { action: string; arguments: (string | number)[] };

function writeCall(c: TrafficClass, actions: Actions, { ports }: PortNumbers): Call {
  if (c.ending.kind === "drop" && !needsKnownFlow(c)) return { action: "discard", arguments: [] };
  if (c.ending.kind !== "exit") return { action: "to_server", arguments: [] };
  return actions.write(c, ports[c.ending.name]!);
}

type Actions = ReturnType<typeof createActions>;

/** Actions by their shape: classes that write the same fields in the same way share one. */
function createActions() {
  const made = { write: new Map<string, WriteAction>(), choose: new Map<string, WriteAction>() };
  const action = (kind: "write" | "choose", shape: string, parts: Omit<WriteAction, "name">): string => {
    const known = made[kind].get(shape) ?? { name: `${kind}_${made[kind].size + 1}`, ...parts };
    made[kind].set(shape, known);
    return known.name;
  };
  return {
    all: (kind: "write" | "choose"): WriteAction[] => [...made[kind].values()],
    write(c: TrafficClass, port: number): Call {
      const parameters = ["bit<9> port"];
      const before: string[] = [];
      const statements = ["standard_metadata.egress_spec = port;"];
      const given: number[] = [port];
      const shape: string[] = [];
      for (const field of Object.keys(c.writes).filter(isPacketField).sort()) {
        const write = c.writes[field]!;
        if (write.kind === "set") continue;
        const { bits } = P4_FIELDS[field];
        parameters.push(`bit<${bits}> ${field}`);
        if (write.kind === "const") {
          statements.push(`meta.${field} = ${field};`);
          given.push(write.value);
        } else {
          const from = write.kind === "copy" ? write.from : field;
          // all writes read the packet as it came
          before.push(`bit<${bits}> old_${field} = meta.${from};`);
          statements.push(`meta.${field} = old_${field} + ${field};`);
          given.push(write.by < 0 ? 2 ** bits + write.by : write.by);
        }
        shape.push(`${field}:${write.kind}${write.kind === "copy" ? write.from : ""}`);
      }
      const parts = { parameters, statements: [...before, ...statements] };
      return { action: action("write", shape.join(" "), parts), arguments: given };
    },
    flow(c: TrafficClass): { action: string; fields: PacketField[] } {
      const fields = chosenFields(c.writes);
      const parts = {
        parameters: fields.map((f) => `bit<${P4_FIELDS[f].bits}> ${f}`),
        statements: fields.map((f) => `meta.${f} = ${f};`),
      };
      return { action: action("choose", fields.join(" "), parts), fields };
    },
  };
}

/** Entries of one classifier; in BMv2 the smaller priority wins. */
function classifyCommands(
  { entry, rules }: EntryClassifier,
  classes: readonly TrafficClass[],
  read: readonly PacketField[],
  { ports }: PortNumbers,
): string[] {
  const out: string[] = [];
  rules.forEach((rule, i) => {
    // a table of exact keys alone takes no priority
    const c = classes[rule.class]!;
    // a table of exact keys alone takes no priority; frames to several hosts are dropped before the rule
    const priority = (before: number): string => (read.length > 0 ? ` ${2 * i + 2 - before}` : "");
    if (c.dropsBroadcasts)
      for (const key of keysOf(rule.filter, read, GROUP))
        out.push(`table_add tcu_classify discard ${ports[entry]} ${key}=>${priority(1)}`);
    const target = `${rule.class} ${isChosen(c) ? 1 : 0}${priority(0)}`;
    for (const key of keysOf(rule.filter, read))
      out.push(`table_add tcu_classify set_tcu ${ports[entry]} ${key}=> ${target}`);
  });
  return out;
}

const keyCount = (filter: Filter, read: readonly PacketField[]): number =>
  read.reduce((product, field) => product * fieldKeys(filter, field).length, 1);

/** Frames to several hosts: the bit of their destination. */
const GROUP = "0x010000000000&&&0x010000000000";

/** The product of the key texts of every field; `ethDst` in place of what the filter asks of it. */
function keysOf(filter: Filter, read: readonly PacketField[], ethDst?: string): string[] {
  return read.reduce<string[]>(
    (keys, field) => {
      const texts = ethDst !== undefined && field === "ethDst" ? [ethDst] : fieldKeys(filter, field);
      return keys.flatMap((key) => texts.map((t) => `${key}${t} `));
    },
    [""],
  );
}

function fieldKeys(filter: Filter, field: PacketField): string[] {
  const { bits } = P4_FIELDS[field];
  const set = filter[field] ?? [0, 2 ** bits - 1];
  if (!isTernary(field)) return intervalsOf(set).map(([low, high]) => `${low}->${high}`);
  return intervalsOf(set).flatMap(([low, high]) =>
    prefixesOf(low, high, bits).map(({ value, length }) => {
      const mask = 2 ** bits - 2 ** (bits - length);
      return `0x${value.toString(16)}&&&0x${mask.toString(16)}`;
    }),
  );
}
