import { rawFields, rawList, type SourceDocument } from "../../core/index.ts";
import { createNotKept } from "./notKept.ts";
import type { ImportedNode, ImportedParts } from "./parts.ts";
import { timeUs } from "./quantities.ts";

const KEPT_NODE_OPTIONS = new Set(["hostname", "nodeNum"]);
const KEPT_LINK_OPTIONS = new Set(["bw", "delay"]);
const MBPS_PER_GBPS = 1000;

/**
 * Reads a drawing of MiniEdit, Mininet's editor (`.mn`): lists of hosts and switches with `opts.hostname` and
 * places, links with `src`, `dest` and `opts` (Mbps, "5ms"). Its switches are no P4 switches, so they are
 * plain ones here.
 */
export function readMiniedit(source: SourceDocument, fileName: string): ImportedParts {
  const fields = rawFields(source.value);
  const parts: ImportedParts = {
    name: (fileName.split("/").at(-1) ?? "").replace(/\.\w+$/, ""),
    nodes: [],
    links: [],
    diagnostics: [],
  };
  const notKept = createNotKept();
  const place = (path: readonly (string | number)[]) => () => source.spanAt(path);
  const error = (code: string, message: string, path: readonly (string | number)[]) =>
    parts.diagnostics.push({ severity: "error", code, message, span: source.spanAt(path) });

  const readNodes = (key: "hosts" | "switches", kind: ImportedNode["kind"]): void => {
    rawList(fields[key]).forEach((node, index) => {
      const path = [key, index];
      const options = rawFields(node.opts);
      const id = options.hostname;
      if (typeof id !== "string" || id === "") {
        error("bad-node", `${key}[${index}] has no opts.hostname; links name nodes by it`, path);
        return;
      }
      const [x, y] = [Number(node.x), Number(node.y)];
      const position = Number.isFinite(x) && Number.isFinite(y) ? { x, y } : undefined;
      parts.nodes.push({ id, kind, ...(position ? { position } : {}), place: place(path) });
      for (const option of Object.keys(options))
        if (!KEPT_NODE_OPTIONS.has(option)) notKept.add(key, option, place([...path, "opts", option]));
    });
  };
  readNodes("hosts", "host");
  readNodes("switches", "switch");

  rawList(fields.links).forEach((link, index) => {
    const path = ["links", index];
    const { src, dest } = link;
    if (typeof src !== "string" || typeof dest !== "string") {
      error("bad-link", `links[${index}] has no src and dest; both name a node`, path);
      return;
    }
    const options = rawFields(link.opts);
    const rate = Number(options.bw);
    const delay = options.delay === undefined ? null : timeUs(String(options.delay));
    if (options.bw !== undefined && !(rate > 0 && Number.isFinite(rate))) {
      error(
        "bad-bandwidth",
        `bw of links[${index}] is ${JSON.stringify(options.bw)}; write Mbps above 0`,
        path,
      );
    }
    if (options.delay !== undefined && delay === null) {
      const message = `delay of links[${index}] is ${JSON.stringify(options.delay)}; write it as "5ms"`;
      error("bad-latency", message, path);
    }
    for (const option of Object.keys(options))
      if (!KEPT_LINK_OPTIONS.has(option)) notKept.add("links", option, place([...path, "opts", option]));
    parts.links.push({
      a: { node: src },
      b: { node: dest },
      gbps: options.bw === undefined || !(rate > 0) ? null : rate / MBPS_PER_GBPS,
      delayUs: delay,
      place: place(path),
    });
  });
  for (const key of Object.keys(fields))
    if (!["hosts", "switches", "links", "version"].includes(key))
      notKept.add("file", key, () => source.keySpanAt([], key));
  parts.diagnostics.push(...notKept.diagnostics());
  return parts;
}
