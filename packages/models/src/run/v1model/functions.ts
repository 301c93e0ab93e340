import { withCode } from "../code/writer.ts";
import type { ExternArgument, ExternCall } from "../compile/externCall.ts";
import { compilePlace, locate, type Place, placeEval } from "../compile/places.ts";
import { UnsupportedError } from "../compile/scope.ts";
import { assertion } from "../externs/assertion.ts";
import { customCrc, type Hash, hashFunction, hashName, internetChecksum } from "../externs/hashes.ts";
import { hashInput, hashParts, inputOf, ownerIsValid } from "../externs/hashInput.ts";
import { internetSumCode } from "../externs/internetSumCode.ts";
import { held, Node, type Value } from "../values/node.ts";
import { numberFor, valueFor } from "../values/numbers.ts";
import { showValue } from "../values/show.ts";
import type { Fate, Kept } from "./fate.ts";
import { fieldList } from "./fieldLists.ts";

type Call = () => Value | undefined;
type Given = ExternCall["arguments"];

export const DROP_PORT = 511;

/** Functions of v1model; null: not one of them. */
export function v1Function(name: string, call: ExternCall, fate: Fate): Call | null {
  const { arguments: given } = call;
  const { machine } = call.scope.c;
  switch (name) {
    case "mark_to_drop":
      return markToDrop(given[0], fate);
    case "random":
      return random(call);
    case "hash":
      return hash(call);
    case "digest": {
      const data = given[1];
      if (!data) return null;
      const title = data.shape.kind === "node" ? data.shape.name : "";
      return () => {
        fate.digest = { name: title, value: held(data.value()), shape: data.shape };
        return undefined;
      };
    }
    case "verify_checksum":
    case "verify_checksum_with_payload":
      return verifyChecksum(call, fate, name.endsWith("payload"));
    case "update_checksum":
    case "update_checksum_with_payload":
      return updateChecksum(call, fate, name.endsWith("payload"));
    case "clone":
    case "clone3":
    case "clone_preserving_field_list":
      return clone(call, fate, keptBy(call, 2));
    case "resubmit":
    case "resubmit_preserving_field_list": {
      const kept = keptBy(call, 0);
      return () => {
        fate.resubmit = kept;
        return undefined;
      };
    }
    case "recirculate":
    case "recirculate_preserving_field_list": {
      const kept = keptBy(call, 0);
      return () => {
        fate.recirculate = kept;
        return undefined;
      };
    }
    case "truncate":
      return () => {
        const length = Number(given[0]?.value());
        fate.truncateTo = Math.min(fate.truncateTo ?? length, length);
        return undefined;
      };
    case "assert":
    case "assume":
      return assertion(name, given[0]);
    case "log_msg":
      return () => {
        machine.trace?.add({ kind: "message", at: call.expression.span, text: messageOf(given) });
        return undefined;
      };
    default:
      return null;
  }
}

function markToDrop(metadata: ExternArgument | null | undefined, fate: Fate): Call {
  const shape = metadata ? metadata.shape : fate.standard?.shape;
  if (shape?.kind !== "node") throw new UnsupportedError("mark_to_drop needs standard_metadata", null);
  const at = (name: string): number => shape.fields.findIndex((field) => field.name === name);
  const [spec, group] = [at("egress_spec"), at("mcast_grp")];
  const drop = valueFor(BigInt(DROP_PORT), shape.fields[spec]!.shape);
  const node = metadata ? (metadata.value as () => Node) : () => fate.standard!;
  return withCode(
    () => {
      const { f } = node();
      f[spec] = drop;
      f[group] = 0;
      return undefined;
    },
    "body",
    (to) => `const {f}=${to.value(node)};f[${spec}]=${to.literal(drop)};f[${group}]=0;`,
  );
}

/** Uniform, both ends among them; nothing when the range is empty. */
function random({ arguments: given, scope }: ExternCall): Call {
  const [result, low, high] = given;
  const { random: source } = scope.c.machine;
  return () => {
    const from = BigInt(low!.value() as number | bigint);
    const count = BigInt(high!.value() as number | bigint) - from + 1n;
    if (count <= 0n) return undefined;
    let drawn = 0n;
    for (let bits = 0; bits < count.toString(2).length + 32; bits += 32)
      drawn = (drawn << 32n) | BigInt(Math.floor(source.next() * 2 ** 32));
    result!.set?.(valueFor(from + (drawn % count), result!.shape));
    return undefined;
  };
}

function algorithmOf(argument: ExternArgument | null | undefined, call: ExternCall): Hash {
  const word = String(argument?.value());
  const custom = customCrc(word);
  if (custom) {
    call.scope.c.machine.customCrcs.push(custom);
    return (bytes) => custom.of(bytes);
  }
  const name = hashName(word);
  if (name === null) throw new UnsupportedError(`BMv2 does not know the hash ${word}`, call.expression.span);
  return hashFunction(name);
}

/** base + H mod max; a max of 0 counts as 1. */
function hash(call: ExternCall): Call {
  const [result, algorithm, base, data, max] = call.arguments;
  const compute = algorithmOf(algorithm, call);
  const input = hashInput(call.scope, data!.expression, true);
  return () => {
    const most = BigInt(max!.value() as number | bigint);
    const value = BigInt(compute(input().view())) % (most === 0n ? 1n : most);
    result!.set?.(valueFor(BigInt(base!.value() as number | bigint) + value, result!.shape));
    return undefined;
  };
}

/** What no field holds. */
const TOO_LARGE = -1n;

/**
 * The value of a checksum over the fields, and all bytes behind the headers where asked, of a packet that is truncated
 * as many as it leaves; null: there is none to make. `isVerified`: bits beyond those of the field count too.
 */
function checksum(
  call: ExternCall,
  fate: Fate,
  withPayload: boolean,
  isVerified = false,
): () => Value | null {
  const [condition, data, target, algorithm] = call.arguments;
  const { machine } = call.scope.c;
  const compute = algorithmOf(algorithm, call);
  const widthOfCheck = /32/.test(String(algorithm?.value())) ? 32 : 16;
  const parts = hashParts(call.scope, data!.expression, false);
  const input = inputOf(parts);
  const isThere = ownerIsValid(call.scope, target!.expression);
  const { shape } = target!;
  // checks of 16 bits go into fields of 16 bits, those of 32 into fields of 32
  const isPlain = shape.kind === "bits" && !shape.isSigned && shape.width === widthOfCheck;
  const sum = (): Value => {
    const writer = input();
    if (withPayload) {
      // in BMv2 the payload begins with a byte of its own
      const payload = machine.packet.subarray(machine.at >> 3);
      writer.fillByte();
      writer.writeBytes(payload.subarray(0, fate.truncateTo ?? payload.length));
    }
    const value = compute(writer.view());
    if (isPlain && typeof value === "number") return value;
    if (shape.kind !== "bits") return value;
    if (isVerified && !shape.isSigned && BigInt(value) >> BigInt(shape.width) > 0n) return TOO_LARGE;
    return numberFor(BigInt(value), shape);
  };
  return withCode(
    () => (condition!.value() === true && isThere() ? sum() : null),
    "body",
    (to) => {
      const isPlainSum = isPlain && !withPayload && compute === internetChecksum;
      const direct = isPlainSum ? (internetSumCode(to, parts) ?? "") : "";
      const isWanted = `${to.value(condition!.value)}&&${to.value(isThere)}`;
      return `if(!(${isWanted}))return null;${direct}return ${to.ref(sum)}();`;
    },
  );
}

function verifyChecksum(call: ExternCall, fate: Fate, withPayload: boolean): Call {
  const value = checksum(call, fate, withPayload, true);
  const target = call.arguments[2]!;
  return withCode(
    () => {
      const computed = value();
      if (computed !== null && computed !== target.value()) fate.checksumError = true;
      return undefined;
    },
    "body",
    (to) => {
      const differs = `c!==null&&c!==${to.value(target.value)}`;
      return `const c=${to.value(value)};if(${differs})${to.ref(fate)}.checksumError=true;`;
    },
  );
}

function updateChecksum(call: ExternCall, fate: Fate, withPayload: boolean): Call {
  const value = checksum(call, fate, withPayload);
  const target = call.arguments[2]!;
  return withCode(
    () => {
      const computed = value();
      if (computed !== null) target.set?.(computed);
      return undefined;
    },
    "body",
    (to) => `const c=${to.value(value)};${target.set ? `if(c!==null){${to.set(target.set, "c")}}` : ""}`,
  );
}

function clone({ arguments: given }: ExternCall, fate: Fate, kept: Kept): Call {
  const [type, session] = given;
  return () => {
    const wish = { session: Number(session!.value()), kept };
    if (type!.value() === "I2E") fate.cloneToEgress = wish;
    else fate.cloneAtEgress = wish;
    return undefined;
  };
}

/** What is kept: the fields of a list by its number, or those that an older form of the call names. */
const keptBy = (call: ExternCall, position: number): Kept =>
  placesKeptBy(call, position).map((place) => ({ read: placeEval(place), find: locate(place) }));

function placesKeptBy(call: ExternCall, position: number): readonly Place[] {
  const argument = call.arguments[position];
  if (!argument) return [];
  if (call.arguments.some((each) => each?.parameter.name.text === "index")) {
    const value = argument.value();
    return fieldList(call.scope, Number(value));
  }
  const e = argument.expression;
  const parts =
    e.kind === "list" ? e.elements : e.kind === "record" ? e.fields.map(({ value }) => value) : [e];
  return parts.flatMap((part) => compilePlace(call.scope, part) ?? []);
}

/** The text of a message with its values in place of `{}`. */
function messageOf([text, data]: Given): string {
  const value = data?.value();
  const shape = data?.shape;
  const parts =
    value instanceof Node
      ? value.shape.fields.map((field, i) => showValue(value.f[i]!, field.shape))
      : value !== undefined && shape
        ? [showValue(value, shape)]
        : [];
  return String(text?.value()).replace(/\{\}/g, () => parts.shift() ?? "{}");
}
