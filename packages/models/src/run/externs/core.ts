import type { Expression } from "../../p4/index.ts";
import { isMachineHeader } from "../../program/index.ts";
import { withCode } from "../code/writer.ts";
import type { ExternCall } from "../compile/externCall.ts";
import { compilePlace } from "../compile/places.ts";
import { shapeIn, typeOf, UnsupportedError } from "../compile/scope.ts";
import { textOf } from "../compile/tracing.ts";
import { type Machine, ParserError } from "../machine.ts";
import { readField, readNarrow, readWide } from "../values/bits.ts";
import { bytesCode, fieldsCode } from "../values/bitsCode.ts";
import { initialValue, Node, type Value } from "../values/node.ts";
import { isNarrow } from "../values/numbers.ts";
import { type NodeShape, type Shape, widthOf } from "../values/shape.ts";
import { writerOf } from "../values/write.ts";

type Call = () => Value | undefined;

/** Functions of `core.p4`; null: not one of them. */
export function coreFunction(name: string, call: ExternCall): Call | null {
  if (name === "static_assert") return () => true;
  if (name !== "verify") return null;
  const [check, error] = call.arguments.map((each) => each?.value);
  return () => {
    if (check?.() !== true) throw new ParserError(String(error?.()));
    return undefined;
  };
}

/** Methods of `packet_in` and `packet_out`; null: another extern's. */
export function coreMethod(type: string, method: string, call: ExternCall): Call | null {
  const { machine } = call.scope.c;
  if (type === "packet_out" && method === "emit") return emit(machine, call);
  if (type !== "packet_in") return null;
  switch (method) {
    case "extract":
      return extract(machine, call);
    case "lookahead":
      return lookahead(machine, call.shape);
    case "advance": {
      const bits = call.arguments[0]?.value;
      return () => {
        const count = Number(bits?.());
        if (count % 8 !== 0) throw new ParserError("ParserInvalidArgument");
        take(machine, count);
        return undefined;
      };
    }
    case "length":
      return () => machine.packet.length;
    default:
      return null;
  }
}

/** Passes over bits; the packet must have them. */
function take(machine: Machine, bits: number): number {
  const { at } = machine;
  if (at + bits > machine.packet.length * 8) throw new ParserError("PacketTooShort");
  machine.at = at + bits;
  return at;
}

type Reader = (node: Node, bytes: Uint8Array, at: number) => void;

/** Reads the fields of a header without a varbit. */
function fixedReader(shape: NodeShape): Reader {
  let offset = 0;
  const readers = shape.fields.map((field, index): Reader => {
    const from = offset;
    offset += widthOf(field.shape);
    return fieldReader(field.shape, index, from);
  });
  return (node, bytes, at) => {
    for (let i = 0; i < readers.length; i++) readers[i]!(node, bytes, at);
  };
}

function fieldReader(shape: Shape, index: number, from: number): Reader {
  if (shape.kind === "bool")
    return (node, bytes, at) => {
      node.f[index] = readNarrow(bytes, at + from, 1) === 1;
    };
  if (shape.kind === "node") {
    const inner = fixedReader(shape);
    return (node, bytes, at) => inner(node.part(index), bytes, at + from);
  }
  if (shape.kind !== "bits") return () => undefined;
  if (isNarrow(shape) && !shape.isSigned)
    return (node, bytes, at) => {
      node.f[index] = readNarrow(bytes, at + from, shape.width);
    };
  return (node, bytes, at) => {
    node.f[index] = readField(bytes, at + from, shape);
  };
}

function extract(machine: Machine, call: ExternCall): Call {
  const [target, length] = call.arguments;
  const e = call.expression.arguments[0]?.value;
  // `extract(_)` and `extract<T>(_)` pass over a header
  if (!target) {
    const skipped = call.expression.typeArguments[0];
    const width = skipped ? widthOf(shapeIn(call.scope, skipped)) : 0;
    const skip = tracingExtract(call, undefined);
    return () => {
      const at = take(machine, width);
      skip?.(null, at);
      return undefined;
    };
  }
  if (target.shape.kind !== "node") throw new UnsupportedError("extract fills headers", call.expression.span);
  const { shape } = target;
  const stack = e ? nextOf(call, e) : null;
  const note = tracingExtract(call, e);
  const node = target.value as () => Node;
  const advance = (header: Node, from: number): void => {
    if (stack) stack().next++;
    note?.(header, from);
  };
  const varying = shape.fields.findIndex((field) => field.shape.kind === "varbit");
  if (length && varying >= 0) return extractVarying(machine, shape, varying, node, length.value, advance);
  const bits = widthOf(shape);
  const read = fixedReader(shape);
  const run = (): undefined => {
    const header = node();
    const at = take(machine, bits);
    read(header, machine.packet, at);
    header.setValid();
    advance(header, at);
    return undefined;
  };
  if (stack || note) return run;
  return withCode(run, "body", (to) => {
    const [held, error] = [to.ref(machine), `throw new ${to.ref(ParserError)}("PacketTooShort");`];
    const fields = fieldsCode(to, shape);
    const whole = `${to.ref(read)}(h,p,a);`;
    return [
      `const h=${to.value(node)},a=${held}.at,p=${held}.packet;if(a+${bits}>p.length*8)${error}`,
      `${held}.at=a+${bits};`,
      fields === null ? whole : `if((a&7)===0){const f=h.f,i=a>>3;${fields}}else{${whole}}`,
      "h.setValid();",
    ].join("");
  });
}

/** The stack whose `next` is filled, also by filling a member of a union there. */
function nextOf(call: ExternCall, e: Expression): (() => Node) | null {
  if (e.kind !== "member") return null;
  if (e.member.text !== "next") return nextOf(call, e.object);
  const place = compilePlace(call.scope, e.object);
  return place?.kind === "node" && place.ref.shape.form === "stack" ? place.ref.get : nextOf(call, e.object);
}

/** Order of the checks: BMv2 `parser.cpp`. */
function extractVarying(
  machine: Machine,
  shape: NodeShape,
  varying: number,
  node: () => Node,
  length: () => Value,
  advance: (header: Node, from: number) => void,
): Call {
  const most = widthOf(shape.fields[varying]!.shape);
  const fixed = widthOf(shape) - most;
  const part = (fields: NodeShape["fields"]): NodeShape => ({ ...shape, fields });
  const before = fixedReader(part(shape.fields.slice(0, varying)));
  const start = widthOf(part(shape.fields.slice(0, varying)));
  const rest = shape.fields.slice(varying + 1);
  let offset = 0;
  const after = rest.map((field, i) => {
    const reader = fieldReader(field.shape, varying + 1 + i, offset);
    offset += widthOf(field.shape);
    return reader;
  });
  return () => {
    const bits = Number(length());
    const header = node();
    if (bits % 8 !== 0) throw new ParserError("ParserInvalidArgument");
    if (machine.at + fixed + bits > machine.packet.length * 8) throw new ParserError("PacketTooShort");
    if (bits > most) throw new ParserError("HeaderTooShort");
    const at = take(machine, fixed + bits);
    before(header, machine.packet, at);
    header.f[varying] = { bits, value: readWide(machine.packet, at + start, bits) };
    for (const read of after) read(header, machine.packet, at + start + bits);
    header.setValid();
    advance(header, at);
    return undefined;
  };
}

/** A header, and all inside a struct or stack: what was read ahead is there. */
function makeValid(node: Node): void {
  node.valid = true;
  for (const part of node.nodes()) makeValid(part);
}

/** What stands at the place where the parser is, which stays there. */
export function lookahead(machine: Machine, shape: Shape): () => Value {
  const bits = widthOf(shape);
  const check = (): void => {
    if (machine.at + bits > machine.packet.length * 8) throw new ParserError("PacketTooShort");
  };
  if (shape.kind === "node") {
    const read = fixedReader(shape);
    return () => {
      check();
      const node = new Node(shape);
      read(node, machine.packet, machine.at);
      makeValid(node);
      return node;
    };
  }
  return () => {
    check();
    if (shape.kind === "bits") return readField(machine.packet, machine.at, shape);
    return shape.kind === "bool" ? readNarrow(machine.packet, machine.at, 1) === 1 : initialValue(shape);
  };
}

/** Writes what is valid: of a union its valid member, of a stack the elements in turn. */
function emit(machine: Machine, call: ExternCall): Call {
  const [data] = call.arguments;
  if (!data) return () => undefined;
  const { value, shape } = data;
  const write = writerOf(shape);
  const { trace } = call.scope.c.machine;
  const header = trace ? textOf(call.scope, data.expression) : "";
  const run = (): undefined => {
    const held = value();
    write(machine.output, held);
    if (trace && held instanceof Node && held.isValid())
      trace.add({ kind: "emit", at: call.expression.span, header });
    return undefined;
  };
  if (trace) return run;
  return withCode(run, "body", (to) => {
    const whole = `${to.ref(write)}(o,h);`;
    const bytes = shape.kind === "node" && shape.form === "header" ? bytesCode(to, shape) : null;
    const begin = `const o=${to.ref(machine.output)},h=${to.value(value)};`;
    if (bytes === null) return `${begin}${whole}`;
    return `${begin}if(!h.valid)return;const i=o.claim(${widthOf(shape)});if(i<0){${whole}return;}const f=h.f,b=o.buffer;${bytes}`;
  });
}

/** Tells the trace of a header that is extracted from bit `from` of the packet on; null without one. */
function tracingExtract(
  call: ExternCall,
  e: Expression | undefined,
): ((node: Node | null, from: number) => void) | null {
  const { machine } = call.scope.c;
  const { trace } = machine;
  if (!trace) return null;
  const header = e ? textOf(call.scope, e) : "";
  const type = e && typeOf(call.scope, e);
  const architecture = call.scope.c.checked.architecture?.definition.id ?? "";
  const isMachine = type?.kind === "struct" && isMachineHeader(architecture, type.name);
  return (node, from) => {
    const { frontBits, at } = machine;
    const places = { from: from - frontBits, to: at - frontBits };
    const event = trace.add({ kind: "extract", at: call.expression.span, header, ...places });
    if (!isMachine) trace.pass.extracted(node, event);
  };
}
