import { declaredStandIns, isIgnoredExtern, standInFor } from "../../program/index.ts";
import type { TraceEvent } from "../trace.ts";
import type { Value } from "../values/node.ts";
import type { ExternCall } from "./externCall.ts";
import type { Scope } from "./scope.ts";
import { writeCounter } from "./tracing.ts";

/** Packet methods, checks and messages cost nothing that is published. */
const UNCOUNTED =
  /^(packet_in|packet_out)\.|^(verify|update)_checksum|^(verify|assert|assume|log_msg|static_assert)$/;

/** Tells the trace of a call, and of the header fields that it writes. */
export function traceExtern(
  scope: Scope,
  { arguments: given, expression }: ExternCall,
  name: string,
  run: () => Value | undefined,
): () => Value | undefined {
  const { trace } = scope.c.machine;
  if (!trace || /^packet_/.test(name)) return run;
  const writes = given.flatMap((each) =>
    each?.place && each.place.kind !== "node" ? [writeCounter(each.place)] : [],
  );
  const definition = scope.c.checked.architecture?.definition;
  const decidesFate = definition?.externOutcomes[name] !== undefined;
  const isIgnored = UNCOUNTED.test(name) || (definition && isIgnoredExtern(definition.id, name)) === true;
  const isCounted = !isIgnored && !decidesFate;
  const counted = standInFor(declaredStandIns(scope.c.checked.program).standIns, name);
  return () => {
    const value = run();
    const event: TraceEvent = trace.add({ kind: "extern", at: expression.span, name });
    if (isCounted && trace.pass.isCounting) {
      trace.pass.externs.add(counted);
      event.extern = counted;
    }
    for (const write of writes) write(trace.pass, event);
    return value;
  };
}
