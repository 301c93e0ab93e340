import type { ExternCall } from "../compile/externCall.ts";
import type { ConstructorCall } from "../compile/scope.ts";
import { CounterArray, DirectCounter } from "../externs/counters.ts";
import { type HashName, hashName, hashOf } from "../externs/hashes.ts";
import { hashInput } from "../externs/hashInput.ts";
import { InternetSum } from "../externs/internetSum.ts";
import { DirectMeter, MeterArray } from "../externs/meters.ts";
import { RegisterArray } from "../externs/registers.ts";
import { ActionProfile } from "../tables/actionProfile.ts";
import { BitWriter } from "../values/bits.ts";
import { held, Node, type Value } from "../values/node.ts";
import { valueFor } from "../values/numbers.ts";
import type { Shape } from "../values/shape.ts";

type Call = () => Value | undefined;

class Hash {
  readonly name: HashName;
  constructor(name: HashName) {
    this.name = name;
  }
}

/** A check over all that it was updated with since it was cleared. */
class HashSum {
  readonly name: HashName;
  readonly input = new BitWriter();
  constructor(name: HashName) {
    this.name = name;
  }
}

class Uniform {
  readonly low: bigint;
  readonly high: bigint;
  constructor(low: bigint, high: bigint) {
    this.low = low;
    this.high = high;
  }
}

/** Values that digests carried, oldest first. */
class Digest {
  readonly values: Value[] = [];
}

/** An algorithm of PSA and PNA by its name; what the target chooses is CRC-16 (our choice). */
function algorithm(value: Value | undefined): HashName {
  const word = String(value).toLowerCase();
  return word === "ones_complement16" ? "csum16" : (hashName(word) ?? "crc16");
}

/** The extern objects that PSA and PNA share. */
export function portableObject(
  type: string,
  { path, values, shapes, machine }: ConstructorCall,
): object | null {
  switch (type) {
    case "Counter":
      return new CounterArray(Number(values.n_counters), machine);
    case "DirectCounter":
      return new DirectCounter(machine);
    case "Meter":
      return new MeterArray(Number(values.n_meters), String(values.type), machine);
    case "DirectMeter":
      return new DirectMeter(String(values.type), machine);
    case "Register":
      return new RegisterArray(Number(values.size), shapes[0] ?? { kind: "none" }, values.initial_value);
    case "Hash":
      return new Hash(algorithm(values.algo));
    case "Random":
      return new Uniform(BigInt(values.min as number), BigInt(values.max as number));
    case "Checksum":
      return new HashSum(algorithm(values.hash));
    case "InternetChecksum":
      return new InternetSum();
    case "Digest":
      return new Digest();
    case "ActionProfile":
      return new ActionProfile(path, null);
    case "ActionSelector":
      return new ActionProfile(path, algorithm(values.algo));
    case "PacketReplicationEngine":
    case "BufferingQueueingEngine":
      return {};
    default:
      return null;
  }
}

/** Colours of PSA by those of RFC 2698. */
const COLOURS = ["GREEN", "YELLOW", "RED"];

export function portableMethod(_: string, name: string, object: object, call: ExternCall): Call | null {
  const [first, second, third] = call.arguments;
  const index = (): number => Number(first?.value());
  if (object instanceof CounterArray) return () => void object.count(index());
  if (object instanceof DirectCounter) return () => undefined;
  if (object instanceof MeterArray) return () => COLOURS[object.execute(index()) ?? 0]!;
  if (object instanceof DirectMeter) return directMeter(object);
  if (object instanceof RegisterArray) {
    if (name === "read") return () => object.read(index()) ?? zero(call.shape);
    return () => void object.write(index(), second!.value());
  }
  if (object instanceof Hash) {
    const data = name === "get_hash" && third ? second : first;
    const input = hashInput(call.scope, data!.expression);
    return () => {
      const value = hashOf(object.name, input().takeAtEnd());
      if (!third) return valueFor(value, call.shape);
      const most = BigInt(third.value() as number);
      return valueFor(BigInt(first!.value() as number) + (value % (most === 0n ? 1n : most)), call.shape);
    };
  }
  if (object instanceof Uniform) {
    const { random } = call.scope.c.machine;
    const count = object.high - object.low + 1n;
    return () => valueFor(object.low + (BigInt(Math.floor(random.next() * 2 ** 52)) % count), call.shape);
  }
  if (object instanceof InternetSum) return sumMethod(object, name, call);
  if (object instanceof HashSum) return checkMethod(object, name, call);
  return object instanceof Digest ? () => void object.values.push(held(first!.value())) : null;
}

const zero = (shape: Shape): Value => (shape.kind === "node" ? new Node(shape) : valueFor(0n, shape));

function sumMethod(object: InternetSum, name: string, call: ExternCall): Call {
  const [data] = call.arguments;
  switch (name) {
    case "clear":
      return () => {
        object.sum = 0;
        return undefined;
      };
    case "get":
      return () => ~object.sum & 0xffff;
    case "get_state":
      return () => object.sum;
    case "set_state":
      return () => {
        object.sum = Number(data?.value());
        return undefined;
      };
    default: {
      const input = hashInput(call.scope, data!.expression);
      return () => void object.add(input().view(), name === "add" ? 1 : -1);
    }
  }
}

/** The colour of the entry that the packet hits; the meter has run when its table found it. */
function directMeter(object: DirectMeter): Call {
  let colour = 0;
  object.targets.push((found) => {
    colour = found;
  });
  return () => COLOURS[colour]!;
}

function checkMethod(object: HashSum, name: string, call: ExternCall): Call {
  const [data] = call.arguments;
  if (name === "get") return () => valueFor(hashOf(object.name, object.input.view()), call.shape);
  if (!data)
    return () => {
      object.input.clear();
      return undefined;
    };
  const input = hashInput(call.scope, data.expression);
  return () => void object.input.writeBytes(input().view());
}
