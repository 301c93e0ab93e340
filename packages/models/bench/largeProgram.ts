import { libraryFiles, libraryNames } from "../library/index.ts";
import { checkP4, outlineOf, tokenizeP4 } from "../src/p4/index.ts";

/** A library program as part of a larger one: its text under new names, and what its blocks and types are called. */
type Part = { text: string; blocks: ReadonlyMap<string, string>; headers: string; metadata: string };

/** The library programs that fit together: those for v1model. */
const sources = libraryNames("programs", ".p4").map((name) => ({
  file: `${name}.p4`,
  text: libraryFiles[`programs/${name}.p4`] ?? "",
}));

/** Renames what the program declares at top level, and leaves out its includes and its `main`. */
function part(source: { file: string; text: string }, suffix: string): Part | null {
  const checked = checkP4(source);
  const outline = outlineOf(checked);
  const main = outline.find(({ name }) => name === "main");
  if (checked.architecture?.definition.id !== "v1model" || main === undefined) return null;
  const names = new Set(outline.map(({ name }) => name));
  const renamed = (name: string): string => (names.has(name) ? `${name}${suffix}` : name);
  let text = "";
  let end = 0;
  for (const token of tokenizeP4(source.text)) {
    if (token.start >= main.span.start && token.end <= main.span.end) {
      end = main.span.end;
      continue;
    }
    const word = source.text.slice(token.start, token.end);
    text += source.text.slice(end, token.start) + (token.kind === "identifier" ? renamed(word) : word);
    end = token.end;
  }
  const blocks = new Map(
    checked.architecture.bindings.map((b) => [b.role as string, renamed(b.declaration?.name.text ?? "")]),
  );
  const ingress = checked.architecture.bindings.find(({ role }) => role === "ingress")?.declaration;
  const types =
    ingress?.parameters.map(({ type }) => (type.kind === "namedType" ? type.name.text : "")) ?? [];
  return {
    text: text.replace(/^#include.*$/gm, ""),
    blocks,
    headers: renamed(types[0] ?? ""),
    metadata: renamed(types[1] ?? ""),
  };
}

/**
 * A program of about `bytes` bytes that runs the library programs one behind the other, in parser, ingress and egress:
 * the same text in every run.
 */
export function largeProgram(bytes: number): string {
  const parts: Part[] = [];
  let size = 0;
  for (let i = 0; size < bytes; i++) {
    const source = sources[i % sources.length];
    const made = source === undefined ? null : part(source, `_${i}`);
    if (made === null) continue;
    parts.push(made);
    size += made.text.length;
  }
  const each = (line: (p: Part, i: number) => string): string => parts.map(line).join("\n    ");
  const applied = (role: string): string => `
    ${each((p, i) => `${p.blocks.get(role)}() part${i};`)}
    apply {
    ${each((_, i) => `part${i}.apply(h.h${i}, m.m${i}, s);`)}
    }`;
  const parameters = "inout all_headers h, inout all_metadata m, inout standard_metadata_t s";
  return `#include <core.p4>
#include <v1model.p4>
${parts.map(({ text }) => text).join("\n")}
struct all_headers {
    ${each((p, i) => `${p.headers} h${i};`)}
}
struct all_metadata {
    ${each((p, i) => `${p.metadata} m${i};`)}
}
parser AllParser(packet_in p, out all_headers h, inout all_metadata m, inout standard_metadata_t s) {
    ${each((p, i) => `${p.blocks.get("parser")}() part${i};`)}
    state start {
    ${each((_, i) => `part${i}.apply(p, h.h${i}, m.m${i}, s);`)}
        transition accept;
    }
}
control AllVerify(inout all_headers h, inout all_metadata m) { apply { } }
control AllIngress(${parameters}) {${applied("ingress")}
}
control AllEgress(${parameters}) {${applied("egress")}
}
control AllCompute(inout all_headers h, inout all_metadata m) { apply { } }
control AllDeparser(packet_out p, in all_headers h) { apply { p.emit(h); } }
V1Switch(AllParser(), AllVerify(), AllIngress(), AllEgress(), AllCompute(), AllDeparser()) main;
`;
}
