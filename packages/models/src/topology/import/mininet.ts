import { rawFields, type SourceDocument } from "../../core/index.ts";
import type { PortName } from "../schema.ts";
import { createNotKept } from "./notKept.ts";
import type { ImportedEnd, ImportedLink, ImportedNode, ImportedParts } from "./parts.ts";
import { plainNumber, timeUs } from "./quantities.ts";

/** Code of the warning that a latency names no unit. */
export const BARE_LATENCY = "bare-latency";

const MBPS_PER_GBPS = 1000;
const US_PER_MS = 1000;

/** Link options of p4-utils that are read; the rest of them is told. */
const LINK_OPTIONS = new Set(["bw", "delay", "port1", "port2"]);

const WHY: Readonly<Record<string, string>> = {
  runtime_json: "table entries belong to a program; give them to its analysis",
  cli_input: "table entries belong to a program; give them to its analysis",
  program: "programs are uploaded by themselves",
};

/**
 * Reads the `topology.json` of the P4 tutorials and of p4-utils (Mininet with BMv2): `hosts` and `switches`
 * as maps or lists, links as `["h1", "s1-p1", "5ms", 10]` or `["h1", "s1", { "bw": 10, "delay": "5ms" }]`.
 * Every switch there runs a P4 program, so it is a device. Rates are Mbps and plain delays ms, as in the
 * tutorials' own reader (utils/run_exercise.py).
 */
export function readMininet(source: SourceDocument, fileName: string): ImportedParts {
  const outer = rawFields(source.value);
  // p4-utils puts the same keys below "topology"
  const within = "hosts" in outer || "switches" in outer ? [] : ["topology"];
  const fields = within.length === 0 ? outer : rawFields(outer.topology);
  const parts: ImportedParts = { name: nameOf(fileName), nodes: [], links: [], diagnostics: [] };
  const notKept = createNotKept();
  const placeOf = (path: readonly (string | number)[]) => () => source.spanAt([...within, ...path]);
  const error = (code: string, message: string, path: readonly (string | number)[]) =>
    parts.diagnostics.push({ severity: "error", code, message, span: placeOf(path)() });

  const readNodes = (key: "hosts" | "switches", kind: ImportedNode["kind"]): void => {
    const given = fields[key];
    if (given === undefined) return;
    if (Array.isArray(given)) {
      given.forEach((id, index) => {
        if (typeof id === "string" && id !== "") parts.nodes.push({ id, kind, place: placeOf([key, index]) });
        else error("bad-node", `${key}[${index}] is not a name; write it as a string`, [key, index]);
      });
      return;
    }
    if (typeof given !== "object" || given === null) {
      error("bad-node", `${key} is neither a map of nodes nor a list of names; write { "name": {} }`, [key]);
      return;
    }
    for (const [id, options] of Object.entries(given)) {
      parts.nodes.push({ id, kind, place: placeOf([key, id]) });
      for (const option of Object.keys(rawFields(options)))
        notKept.add(key, option, placeOf([key, id, option]), WHY[option]);
    }
  };
  readNodes("hosts", "host");
  readNodes("switches", "device");
  const known = new Set(parts.nodes.map((node) => node.id));

  const links = fields.links ?? [];
  if (!Array.isArray(links))
    error("bad-link", 'links is not a list; write it as [["h1", "s1-p1"]]', ["links"]);
  else {
    links.forEach((link: unknown, index) => {
      const path = ["links", index];
      if (!Array.isArray(link) || typeof link[0] !== "string" || typeof link[1] !== "string") {
        error("bad-link", `links[${index}] has no two ends; write it as ["h1", "s1-p1", "5ms", 10]`, path);
        return;
      }
      const options = rawFields(link[2]);
      for (const option of Object.keys(options))
        if (!LINK_OPTIONS.has(option)) notKept.add("links", option, placeOf([...path, 2, option]));
      const byOptions = typeof link[2] === "object" && link[2] !== null;
      const delay = byOptions ? options.delay : link[2];
      const rate = byOptions ? options.bw : link[3];
      const delayUs = readDelay(delay);
      if (delayUs === undefined) {
        const message = `the latency of links[${index}] is ${JSON.stringify(delay)}; write it as "5ms", "10us" or a number of ms`;
        error("bad-latency", message, [...path, 2]);
      }
      if (isBare(delay) && delayUs !== 0) {
        const message = `the latency of links[${index}] is ${JSON.stringify(delay)}, a text without a unit: taken as ${delayUs} us, as tc takes it; write "${delay.trim()}us", or for milliseconds "${delay.trim()}ms"`;
        const span = placeOf([...path, 2])();
        parts.diagnostics.push({ severity: "warning", code: BARE_LATENCY, message, span });
      }
      const gbps = readRate(rate);
      if (gbps === undefined) {
        const message = `the bandwidth of links[${index}] is ${JSON.stringify(rate)}; write a number of Mbps greater than 0`;
        error("bad-bandwidth", message, [...path, byOptions ? 2 : 3]);
      }
      const port = (name: "port1" | "port2"): number | undefined => {
        const read = portOf(options[name]);
        if (read !== null) return read;
        const message = `${name} of links[${index}] is ${JSON.stringify(options[name])}; write the number of the port`;
        error("bad-port", message, [...path, 2]);
        return undefined;
      };
      parts.links.push({
        a: endOf(link[0], known, port("port1")),
        b: endOf(link[1], known, port("port2")),
        gbps: gbps ?? null,
        delayUs: delayUs ?? null,
        place: placeOf(path),
      } satisfies ImportedLink);
      for (let extra = byOptions ? 3 : 4; extra < link.length; extra++)
        notKept.add("links", `value ${extra + 1}`, placeOf([...path, extra]));
    });
  }
  for (const key of Object.keys(fields))
    if (!["hosts", "switches", "links"].includes(key)) notKept.add("file", key, placeOf([key]));
  if (within.length > 0)
    for (const key of Object.keys(outer))
      if (key !== "topology") notKept.add("file", key, () => source.keySpanAt([], key), WHY[key]);
  parts.diagnostics.push(...notKept.diagnostics());
  return parts;
}

const nameOf = (fileName: string): string =>
  (fileName.split("/").at(-1) ?? "").replace(/(\.clab)?\.\w+$/, "");

/** "s1-p3" is port 3 of s1, unless a node is called so. */
function endOf(text: string, known: ReadonlySet<string>, port: PortName | undefined): ImportedEnd {
  if (known.has(text)) return port === undefined ? { node: text } : { node: text, port };
  const match = /^(.+)-(?:p|eth)(\d{1,9})$/.exec(text);
  return match ? { node: match[1]!, port: Number(match[2]) } : { node: text };
}

/** The number of a port, also as text; undefined when nothing is said, null when it cannot be read. */
function portOf(value: unknown): number | undefined | null {
  if (value === undefined || value === null) return undefined;
  const port = typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof port === "number" && Number.isInteger(port) && port >= 0 ? port : null;
}

/** Whether a latency is a text with a number and no unit. */
const isBare = (value: unknown): value is string => typeof value === "string" && plainNumber(value) !== null;

/** us; null when nothing is said, undefined when it cannot be read. */
function readDelay(value: unknown): number | null | undefined {
  if (value === undefined || value === null) return null;
  if (typeof value === "number") return Number.isFinite(value) && value >= 0 ? value * US_PER_MS : undefined;
  if (typeof value !== "string") return undefined;
  const time = timeUs(value);
  // tc reads a bare number as us (man tc, "TIMES")
  return time ?? plainNumber(value) ?? undefined;
}

function readRate(value: unknown): number | null | undefined {
  if (value === undefined || value === null) return null;
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value / MBPS_PER_GBPS : undefined;
}
