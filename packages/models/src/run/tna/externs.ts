import type { ExternArgument, ExternCall } from "../compile/externCall.ts";
import { compilePlace } from "../compile/places.ts";
import type { ConstructorCall, ExternLibrary, Scope } from "../compile/scope.ts";
import { lookahead } from "../externs/core.ts";
import { CounterArray } from "../externs/counters.ts";
import { internetChecksum } from "../externs/hashes.ts";
import { hashInput } from "../externs/hashInput.ts";
import { InternetSum } from "../externs/internetSum.ts";
import { RegisterArray } from "../externs/registers.ts";
import type { Machine } from "../machine.ts";
import { ActionProfile } from "../tables/actionProfile.ts";
import { BitWriter } from "../values/bits.ts";
import { held, type Value } from "../values/node.ts";
import { bitsOf, valueFor } from "../values/numbers.ts";
import { type Shape, widthOf } from "../values/shape.ts";
import { writeValue } from "../values/write.ts";
import { hashMethod, Polynomial, TnaHash } from "./hash.ts";
import { canBeInvalid, isSet, notSet } from "./notSet.ts";
import { ParserCounter } from "./parserCounter.ts";
import { CalledCounter, CalledMeter, ColouredMeter, coloursOf } from "./perEntry.ts";
import { DirectRegister, RegisterParam, registerMethod, StatefulAction, statefulMethod } from "./stateful.ts";
import type { TnaWish } from "./wish.ts";

type Call = () => Value | undefined;

/** Emitters of the deparser, and the parameter that says by which value of their type they are asked for. */
const EMITTERS = { Mirror: "mirror_type", Resubmit: "resubmit_type", Digest: "digest_type" } as const;

class Emitter {
  readonly kind: keyof typeof EMITTERS;
  /** null: the program tests the type itself */
  readonly type: number | null;
  /** the control plane's name */
  readonly name: string;
  constructor(kind: keyof typeof EMITTERS, name: string, type: number | null) {
    this.kind = kind;
    this.name = name;
    this.type = type;
  }
}

class Uniform {}

/** `Lpf` and `Wred` as the control plane leaves them at first: nothing is filtered, nothing dropped. */
class Filter {
  readonly result: Value | null;
  constructor(result: Value | null) {
    this.result = result;
  }
}

/** The externs of Tofino's native architectures, as we read their public comments and tests. */
export const tnaExterns = (wish: TnaWish): ExternLibrary => ({
  construct: (type, given) => {
    const object = construct(type, given);
    if (object instanceof InternetSum || object instanceof ParserCounter) wish.ofParsers.push(object);
    return object;
  },
  method: (_, name, object, call) => method(name, object, call, wish),
  function: tnaFunction,
});

function construct(type: string, given: ConstructorCall): object | null {
  const { path, values, objects, shapes, machine } = given;
  const shape: Shape = shapes[0] ?? { kind: "none" };
  if (/^(Direct)?(Register|MinMax)Action\d?$|^LearnAction$/.test(type)) {
    const register = objects.reg;
    return register instanceof RegisterArray || register instanceof DirectRegister
      ? new StatefulAction(register)
      : null;
  }
  switch (type) {
    case "Counter":
      return new CounterArray(Number(values.size), machine);
    case "DirectCounter":
      return new CalledCounter(machine);
    case "Meter":
      return new ColouredMeter(Number(values.size), String(values.type), machine, coloursOf(values));
    case "DirectMeter":
      return new CalledMeter(String(values.type), machine, coloursOf(values));
    case "Register":
      return new RegisterArray(Number(values.size), shape, values.initial_value);
    case "DirectRegister":
      return new DirectRegister(shape, values.initial_value);
    case "RegisterParam":
      return new RegisterParam(values.initial_value ?? 0);
    case "CRCPolynomial":
      return new Polynomial(values, shape);
    case "Hash":
      return new TnaHash(String(values.algo), objects.poly instanceof Polynomial ? objects.poly : null);
    case "Checksum":
      return new InternetSum();
    case "ParserCounter":
      return new ParserCounter();
    case "Random":
      return new Uniform();
    case "Lpf":
    case "DirectLpf":
      return new Filter(null);
    case "Wred":
    case "DirectWred":
      return new Filter(values.no_drop_value ?? 0);
    case "Mirror":
    case "Resubmit":
    case "Digest":
      return new Emitter(type, path, numberOrNull(values[EMITTERS[type]]));
    case "ActionProfile":
      return new ActionProfile(path, null);
    case "ActionSelector":
      return new ActionProfile(path, objects.hash instanceof TnaHash ? objects.hash.of : "crc16");
    case "ParserPriority":
    case "IdleTimeout":
    case "Atcam":
    case "Alpm":
      return {};
    default:
      return null;
  }
}

function method(name: string, object: object, call: ExternCall, wish: TnaWish): Call | null {
  const { arguments: given, shape, scope } = call;
  const { machine } = scope.c;
  const number = (index: number): number => Number(given[index]?.value());
  const done = (run: () => void): Call => {
    return () => {
      run();
      return undefined;
    };
  };
  if (object instanceof CounterArray) return done(() => object.count(number(0)));
  if (object instanceof CalledCounter) return done(() => object.count());
  if (object instanceof ColouredMeter) return () => object.measure(number(0));
  if (object instanceof CalledMeter) return () => object.measure();
  if (object instanceof RegisterArray || object instanceof DirectRegister)
    return registerMethod(object, name, call);
  if (object instanceof StatefulAction) return statefulMethod(object, name, call);
  if (object instanceof RegisterParam) return name === "read" ? () => object.value : null;
  if (object instanceof TnaHash) return hashMethod(object, call);
  if (object instanceof InternetSum) return checksumMethod(object, name, call, wish);
  if (object instanceof ParserCounter) return counterMethod(object, name, call);
  if (object instanceof Filter) return () => object.result ?? given[0]!.value();
  if (object instanceof Emitter) return emitterMethod(object, call, wish);
  if (object instanceof Uniform) {
    const width = widthOf(shape);
    return () => {
      let value = 0n;
      for (let bits = 0; bits < width; bits += 32)
        value = (value << 32n) | BigInt(Math.floor(machine.random.next() * 2 ** 32));
      return valueFor(value, shape);
    };
  }
  return name === "set" ? () => undefined : null;
}

function checksumMethod(object: InternetSum, name: string, call: ExternCall, wish: TnaWish): Call | null {
  const [data, zerosAsOnes] = call.arguments;
  const { machine } = call.scope.c;
  switch (name) {
    case "add":
    case "subtract": {
      const input = hashInput(call.scope, data!.expression);
      return () => void object.add(input().view(), name === "add" ? 1 : -1);
    }
    case "verify":
      // true: the sum does not fit, as programs of the studio call what they keep of it
      return () => object.sum !== 0xffff && object.sum !== 0;
    case "get":
      return () => object.sum;
    case "subtract_all_and_deposit":
      return () => {
        const from = machine.at;
        wish.behindParser.push(() => {
          object.add(machine.packet.subarray(from >> 3, machine.at >> 3), -1);
          data?.set?.(valueFor(BigInt(object.sum), data.shape));
        });
        return undefined;
      };
    case "update": {
      const input = hashInput(call.scope, data!.expression);
      return () => {
        const value = internetChecksum(input().view());
        return value === 0 && zerosAsOnes?.value() === true ? 0xffff : value;
      };
    }
    default:
      return null;
  }
}

function counterMethod(object: ParserCounter, name: string, { arguments: given }: ExternCall): Call | null {
  const number = (index: number): number => Number(given[index]?.value());
  switch (name) {
    case "set":
      return given.length > 1
        ? () => void object.load(number(0), number(1), number(2), number(3), number(4))
        : () => void object.set(number(0));
    case "push":
      return () => void object.push(number(0));
    case "pop":
      return () => void object.pop();
    case "increment":
      return () => void object.change(number(0));
    case "decrement":
      return () => void object.change(-number(0));
    case "is_zero":
      return () => object.isZero;
    case "is_negative":
      return () => object.isNegative;
    default:
      return null;
  }
}

const numberOrNull = (value: Value | undefined): number | null => (typeof value === "number" ? value : null);

function emitterMethod({ kind, name, type }: Emitter, { arguments: given }: ExternCall, wish: TnaWish): Call {
  const session = kind === "Mirror" ? given[0] : null;
  const data = kind === "Mirror" ? given[1] : given[0];
  return () => {
    if (type !== null && !wish.isAskedFor(EMITTERS[kind], type)) return undefined;
    const value = data?.value();
    if (kind === "Digest") {
      if (data && value !== undefined) wish.digests.push({ name, value: held(value), shape: data.shape });
      return undefined;
    }
    const writer = new BitWriter();
    if (data && value !== undefined) writeValue(writer, value, data.shape);
    const front = writer.take();
    if (kind === "Resubmit") wish.resubmits = front;
    else wish.mirror = { session: Number(session?.value()), front };
    return undefined;
  };
}

function tnaFunction(name: string, { arguments: given, scope, shape }: ExternCall): Call | null {
  const [first, second] = given;
  switch (name) {
    case "max":
    case "min":
      return () => {
        const [a, b] = [first!.value(), second!.value()];
        return a > b === (name === "max") ? a : b;
      };
    case "funnel_shift_right": {
      const [dst, high, low, amount] = given;
      const width = widthOf(dst!.shape);
      return () => {
        const both = (bitsOf(high!.value(), width) << BigInt(width)) | bitsOf(low!.value(), width);
        dst!.set!(valueFor(both >> BigInt(Number(amount!.value())), dst!.shape));
        return undefined;
      };
    }
    case "sizeInBits":
    case "sizeInBytes": {
      const bits = widthOf(first!.shape);
      return () => (name === "sizeInBits" ? bits : bits / 8);
    }
    case "port_metadata_unpack":
      return portMetadata(scope.c.machine, shape);
    case "invalidate":
    case "is_validated":
      return validity(name, first!, scope);
    default:
      return null;
  }
}

/** What is known of the port stands before the packet; the parser goes on behind it. */
function portMetadata(machine: Machine, shape: Shape): Call {
  const read = lookahead(machine, shape);
  return () => {
    const value = read();
    machine.at = Math.max(machine.at, machine.frontBits);
    return value;
  };
}

/** Only the machine's metadata has a validity; what else is named stays valid. */
function validity(name: "invalidate" | "is_validated", field: ExternArgument, scope: Scope): Call {
  const place = compilePlace(scope, field.expression);
  const known = place?.kind === "field" && canBeInvalid(place.ref.shape.name) ? place : null;
  if (name === "is_validated") return () => !known || isSet(field.value(), known.shape);
  return () => {
    if (known) known.ref.get().f[known.index] = notSet(known.shape);
    return undefined;
  };
}
