import { parseSync, Visitor } from "rolldown/utils";

const lineOf = (text, offset) => text.slice(0, offset).split("\n").length;

/**
 * Everything that a source imports, `{ specifier, line }` in order of its text: `import`, `export … from`, and
 * `import("…")` of values and of types. A specifier that is computed is left out.
 */
export function importsOf(file, text) {
  const parsed = parseSync(file, text);
  if (parsed.errors.length > 0) throw new Error(`${file}: ${parsed.errors[0].message}`);
  const { staticImports, staticExports } = parsed.module;
  const requests = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest),
    // each name of an `export … from` is an entry of its own
    ...staticExports.flatMap(
      ({ entries }) => entries.find(({ moduleRequest }) => moduleRequest)?.moduleRequest ?? [],
    ),
  ];
  // the tree is read only where it can hold one: reading it costs ten times what parsing does
  if (/\bimport\s*\(/.test(text)) {
    const take = ({ source }) => {
      if (source.type === "Literal") requests.push(source);
    };
    new Visitor({ ImportExpression: take, TSImportType: take }).visit(parsed.program);
  }
  return requests
    .sort((a, b) => a.start - b.start)
    .map(({ value, start }) => ({ specifier: value, line: lineOf(text, start) }));
}
