import { type Diagnostic, didYouMean, type Span } from "../../../core/index.ts";
import {
  DESTINATION_SETTERS,
  ELEMENT_CLASSES,
  LOOKUP_CLASSES,
  PAINT_READERS,
  QUERIERS,
} from "../../element/classes.ts";
import {
  type Behaviour,
  type CompiledElement,
  type ElementClass,
  type ElementContext,
  exceptional,
} from "../../element/definition.ts";
import { breakLoops } from "../../graph/breakLoops.ts";
import { destinationField, hopField, type NfGraph } from "../../graph/nfGraph.ts";
import type { BeyondFields, Rewriter, Target, Unit } from "../../graph/unit.ts";
import { PACKET_LAYOUT } from "../../header/layout.ts";
import { resolveNames } from "./addressNames.ts";
import type { ClickElement, ClickGraph } from "./clickGraph.ts";
import { misplacedHeaders } from "./headerPlace.ts";
import { withoutTaps } from "./taps.ts";

type Compiled = {
  element: ClickElement;
  behaviour: (inPort: number) => Behaviour;
  beyond: BeyondFields;
};

/**
 * The units of a configuration. An element gives one unit for each input port that something reaches;
 * interfaces take the name of their device. What is not connected drops, as Click's optional outputs do.
 */
export function clickToNf(given: ClickGraph, id: string): { nf: NfGraph; diagnostics: Diagnostic[] } {
  const { graph, diagnostics } = withoutTaps(resolveNames(given));
  const byName = new Map(graph.elements.map((e) => [e.name, e]));
  const compiled = new Map<string, Compiled>();
  const leave = (element: ClickElement, reason: string): void => {
    const left = exceptional(reason);
    if (left.ok) compiled.set(element.name, { element, behaviour: left.behaviour, beyond: {} });
  };
  const annotations = annotationsOf(graph, id);
  const kindOf = kindsOf(graph);
  const isOutput = (e: ClickElement): boolean => ["output", "both"].includes(kindOf(e).kind);
  const isInput = (e: ClickElement): boolean => ["input", "both"].includes(kindOf(e).kind);
  const devices = new Set(graph.elements.filter((e) => isOutput(e) || isInput(e)).map(deviceOf));
  const nf: NfGraph = {
    id,
    units: [],
    edges: new Map(),
    inputs: new Map(),
    outputs: new Set(),
    fields: {
      ...(annotations.dst === null ? {} : { [annotations.dst]: PACKET_LAYOUT.ipDst }),
      ...(annotations.paint === null ? {} : { [annotations.paint]: PAINT_BITS }),
      ...(annotations.hop === null ? {} : { [annotations.hop]: PACKET_LAYOUT.ipDst }),
    },
    rewriters: new Map(),
  };
  for (const element of graph.elements) {
    const known = kindOf(element);
    if (known.kind !== "information" && !Object.hasOwn(ELEMENT_CLASSES, element.class))
      diagnostics.push(unknownClass(element));
    if (isOutput(element)) nf.outputs.add(deviceOf(element));
    if (known.kind === "unit") {
      const outcome = known.compile(contextOf(element, byName, id, annotations));
      if (outcome.ok) {
        compiled.set(element.name, { element, behaviour: outcome.behaviour, beyond: outcome.beyond ?? {} });
        if (outcome.specifications)
          nf.rewriters.set(`${id}/${element.name}`, rewriterOf(element, outcome.specifications, byName));
      } else if (UNREADABLE.test(outcome.error) || asksMachine(element, devices)) {
        leave(element, `${element.class} ${element.name}: ${outcome.error}`);
      } else diagnostics.push(badArguments(element, outcome));
    }
  }

  for (const [element, byte] of misplacedHeaders(graph, isInput))
    leave(
      element,
      `${element.class} ${element.name} looks for the IP header at byte ${byte} of the frame, not behind Ethernet's`,
    );

  const setters = graph.elements.some((e) => DESTINATION_SETTERS.includes(e.class));
  const lookup = graph.elements.find((e) => LOOKUP_CLASSES.includes(e.class));
  if (lookup && !setters) diagnostics.push(noAnnotation(lookup));

  const outgoing = new Map<string, Map<number, Target | null>>();
  const targetOf = (name: string, port: number): Target | null => {
    const element = byName.get(name);
    if (!element) return null;
    if (isOutput(element)) return { kind: "exit", name: deviceOf(element) };
    return compiled.has(name) ? { kind: "unit", id: unitId(id, name, port) } : null;
  };
  const reached = new Map<string, { name: string; port: number }>();
  for (const c of graph.connections) {
    const target = targetOf(c.to, c.toPort);
    if (target?.kind === "unit") reached.set(target.id, { name: c.to, port: c.toPort });
    const ports = outgoing.get(c.from) ?? new Map<number, Target | null>();
    const before = ports.get(c.fromPort);
    if (before !== undefined && nameOf(before) !== nameOf(target)) {
      const element = byName.get(c.from)!;
      // a class that we do not know may be one that packets are taken from; they are the function's own either way
      const isShared = QUEUES.test(element.class) || !Object.hasOwn(ELEMENT_CLASSES, element.class);
      if (isShared) leave(element, `${element.class} ${c.from}: ${SHARED}`);
      else diagnostics.push(twice(c.from, c.fromPort, c.span));
    }
    ports.set(c.fromPort, target);
    outgoing.set(c.from, ports);
  }

  const goesOn = (target: Target | null | undefined): boolean => {
    if (target?.kind !== "unit") return target?.kind === "exit";
    const { name, port } = reached.get(target.id)!;
    return compiled.get(name)!.behaviour(port).rules.length > 0;
  };
  for (const { name, port } of reached.values()) {
    const { element, behaviour, beyond } = compiled.get(name)!;
    const ports = outgoing.get(name) ?? new Map<number, Target | null>();
    const { rules, opaque } = behaviour(port);
    const mapsHere = rules.some((r) => r.flow?.known === false);
    const unit: Unit = {
      id: unitId(id, name, port),
      nf: id,
      element: element.class,
      name,
      // where flows begin, replies that can leave nowhere are none
      rules: rules.filter((r) => !(mapsHere && r.flow?.known && !ports.get(r.port ?? 0))),
      opaque,
      given: element.arguments,
      beyond: beyond.checksHeader && goesOn(ports.get(1)) ? { ...beyond, letsMalformedOut: true } : beyond,
      span: element.span,
    };
    nf.units.push(unit);
    // an input of an element leads only where its rules go; flows of other inputs go on from theirs
    const used = new Set(unit.rules.filter((r) => !(r.flow?.known && r.flow.isForward)).map((r) => r.port));
    const last = Math.max(-1, ...ports.keys());
    nf.edges.set(
      unit.id,
      Array.from({ length: last + 1 }, (_, p) => (used.has(p) ? (ports.get(p) ?? null) : null)),
    );
  }
  for (const element of graph.elements) {
    if (!isInput(element)) continue;
    const first = outgoing.get(element.name)?.get(0);
    if (first === undefined && kindOf(element).kind === "both") continue;
    if (first === undefined || first === null) diagnostics.push(leadsNowhere(element));
    else {
      const before = nf.inputs.get(deviceOf(element));
      const isOther = before !== undefined && nameOf(before) !== nameOf(first);
      if (isOther) diagnostics.push(readTwice(element));
      nf.inputs.set(isOther ? element.name : deviceOf(element), first);
    }
  }
  diagnostics.push(...breakLoops(nf));
  return { nf, diagnostics };
}

/** Elements whose output several may be connected to: who asks takes. */
const QUEUES = /^(Simple|FrontDrop|Mixed|ThreadSafe|Notifier|FullNote)?Queue$/;
const SHARED = "several take from it, and a packet goes to the one that asks first";

/** Words of an element that is right in Click and reads what packets of the model lack, or in too many pieces. */
const UNREADABLE =
  /not among the fields|is not supported|more than \d+ (ranges|alternatives)|no defined order/;

/** Whether an element is given a variable without a value, or an address that the machine gives a device. */
const asksMachine = (
  { class: name, arguments: given }: ClickElement,
  devices: ReadonlySet<string>,
): boolean =>
  given.some((text) => /\$\w/.test(text) || text.split(/\s+/).some((w) => devices.has(w.split(":")[0]!))) ||
  (["EtherEncap", "SetIPAddress"].includes(name) && given.some((a) => /^[A-Za-z_]/.test(a)));

/** Connections may be repeated, as in Click. */
const nameOf = (target: Target | null): string =>
  target === null ? "" : target.kind === "unit" ? target.id : `${target.name} (an interface)`;

/** What a class does; one that we do not know is a source, an end, or an exception by its connections. */
function kindsOf({ connections }: ClickGraph): (element: ClickElement) => ElementClass {
  const fed = new Set(connections.map((c) => c.to));
  const feeding = new Set(connections.map((c) => c.from));
  return ({ class: name, name: element }) => {
    const known = Object.hasOwn(ELEMENT_CLASSES, name) ? ELEMENT_CLASSES[name] : undefined;
    if (known) return known;
    if (!fed.has(element)) return { kind: feeding.has(element) ? "input" : "information" };
    if (!feeding.has(element)) return { kind: "output" };
    return { kind: "unit", compile: () => exceptional(`${name}: this class is not synthesised`) };
  };
}

const unitId = (nf: string, element: string, port: number): string =>
  `${nf}/${element}${port === 0 ? "" : `[${port}]`}`;

/** Name of the interface: the device, or the element's own name when its class has none or it names none. */
function deviceOf(element: ClickElement): string {
  if (!Object.hasOwn(ELEMENT_CLASSES, element.class)) return element.name;
  const given = element.arguments.find((a) => !/^[A-Z_]{3,} /.test(a))?.replace(/^"|"$/g, "");
  // what is no name (data, an expression) would break the lines that an output writes it in
  return given !== undefined && /^[^\s"'\\<>;,]+$/.test(given) ? given : element.name;
}

type Elements = ReadonlyMap<string, ClickElement>;

/** Click's paint annotation is one byte. */
const PAINT_BITS = 8;

/** The annotations that some element of the configuration reads. */
function annotationsOf(graph: ClickGraph, id: string): ElementContext["annotations"] {
  const reads = (classes: readonly string[]): boolean =>
    graph.elements.some((e) => classes.includes(e.class));
  return {
    dst: reads([...LOOKUP_CLASSES, ...QUERIERS]) ? destinationField(id) : null,
    paint: reads(PAINT_READERS) ? `${id}.paint` : null,
    hop: reads(QUERIERS) ? hopField(id) : null,
  };
}

/** The element that a name among the arguments of another means: in its own compound, or one around it. */
function namedFrom(element: ClickElement, name: string, byName: Elements): ClickElement | undefined {
  const around = element.name.split("/").slice(0, -1);
  for (let depth = around.length; depth >= 0; depth--) {
    const found = byName.get([...around.slice(0, depth), name].join("/"));
    if (found) return found;
  }
  return undefined;
}

const rewriterOf = (
  element: ClickElement,
  specifications: readonly string[],
  byName: Elements,
): Rewriter => ({
  element: element.class,
  specifications,
  mappers: Object.fromEntries(
    specifications.flatMap((s) => {
      const found = namedFrom(element, s, byName);
      return found ? [[s, found.arguments]] : [];
    }),
  ),
});

const contextOf = (
  element: ClickElement,
  byName: Elements,
  id: string,
  annotations: ElementContext["annotations"],
): ElementContext => ({
  annotations,
  class: element.class,
  name: element.name,
  arguments: element.arguments,
  state: `${id}/${element.name}`,
  mapper: (name) => {
    const found = namedFrom(element, name, byName);
    return found?.class === "RoundRobinIPMapper" ? found.arguments : null;
  },
});

const error = (code: string, message: string, span: Span | null): Diagnostic => ({
  severity: "error",
  code,
  message,
  span,
});

const unknownClass = (element: ClickElement): Diagnostic => ({
  severity: "warning",
  code: "click-unknown-class",
  message: `the class ${element.class} of ${element.name} cannot be synthesised${didYouMean(element.class, Object.keys(ELEMENT_CLASSES))}; the function itself processes its packets, and without inputs or outputs it is an interface`,
  span: element.span,
});

const noAnnotation = (element: ClickElement): Diagnostic => ({
  severity: "warning",
  code: "click-no-annotation",
  message: `${element.class} ${element.name} reads the destination annotation, which nothing sets, so it looks up 0.0.0.0: write CheckIPHeader in place of MarkIPHeader, or add GetIPAddress(16)`,
  span: element.span,
});

const badArguments = (
  element: ClickElement,
  { error: reason }: Extract<CompiledElement, { ok: false }>,
): Diagnostic => error("click-arguments", `${element.class} ${element.name}: ${reason}`, element.span);

const twice = (name: string, port: number, span: Span | null): Diagnostic =>
  error(
    "click-connected-twice",
    `output ${port} of ${name} is connected twice; a packet takes one way`,
    span,
  );

const readTwice = (element: ClickElement): Diagnostic => ({
  severity: "warning",
  code: "click-device-twice",
  message: `${element.name} is another reader of ${deviceOf(element)} and an entry of its own here; give it the packets of its queue, or those that the device copies to it`,
  span: element.span,
});

const leadsNowhere = (element: ClickElement): Diagnostic =>
  error(
    "click-unconnected-input",
    `${element.name} (${element.class}) is not connected; connect it or remove it`,
    element.span,
  );
