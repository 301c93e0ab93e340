import { type Diagnostic, type Path, rawFields, rawList, type SourceDocument } from "../core/index.ts";
import { checkLinks } from "./checkLinks.ts";

/** What a schema cannot say of a topology: ids and INT node ids are unique, and what `checkLinks` checks. */
export function checkReferences(source: SourceDocument): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const report = (code: string, path: Path, message: string): void => {
    diagnostics.push({ severity: "error", code, message, span: source.spanAt(path) });
  };
  const ids = new Map<string, number>();
  const telemetryIds = new Map<number, string>();
  rawList(rawFields(source.value).nodes).forEach((node, i) => {
    const id = node.id;
    if (typeof id !== "string") return;
    const earlier = ids.get(id);
    if (earlier === undefined) ids.set(id, i);
    else {
      const message = `node "${id}" is already nodes[${earlier}]; give one of them another id`;
      report("duplicate-id", ["nodes", i, "id"], message);
    }
    const nodeId = rawFields(node.telemetry).nodeId;
    if (typeof nodeId !== "number") return;
    const holder = telemetryIds.get(nodeId);
    if (holder === undefined) telemetryIds.set(nodeId, id);
    else {
      const message = `INT node id ${nodeId} already belongs to "${holder}"; reports of the two would look alike`;
      report("duplicate-telemetry-id", ["nodes", i, "telemetry", "nodeId"], message);
    }
  });
  return [...diagnostics, ...checkLinks(source, new Set(ids.keys()), "node"), ...checkPorts(source)];
}

/** A port carries one link. */
function checkPorts(source: SourceDocument): Diagnostic[] {
  const holders = new Map<string, number>();
  return rawList(rawFields(source.value).links).flatMap((link, i) =>
    (["a", "b"] as const).flatMap((end): Diagnostic[] => {
      const [node, port] = [link[end], link[`${end}Port`]];
      if (typeof node !== "string" || (typeof port !== "number" && typeof port !== "string")) return [];
      const holder = holders.get(`${node}\n${port}`);
      if (holder === undefined) {
        holders.set(`${node}\n${port}`, i);
        return [];
      }
      const message = `port ${port} of "${node}" is already used by links[${holder}]; a port carries one link`;
      const span = source.spanAt(["links", i, `${end}Port`]);
      return [{ severity: "error", code: "port-used-twice", message, span }];
    }),
  );
}
