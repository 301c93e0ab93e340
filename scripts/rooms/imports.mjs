import { parseSync, Visitor } from "rolldown/utils";

const lineOf = (text, offset) => text.slice(0, offset).split("\n").length;

/** Whether nothing but types is named: such an import is gone when the code runs. One for its effect names nothing. */
const namesTypesOnly = (entries) => entries.length > 0 && entries.every(({ isType }) => isType);

/**
 * Everything that a source imports, `{ specifier, line, isType }` in order of its text: `import`, `export … from`,
 * `require("…")`, and `import("…")` of values and of types. A specifier that is computed is left out.
 */
export function importsOf(file, text) {
  const parsed = parseSync(file, text);
  if (parsed.errors.length > 0) throw new Error(`${file}: ${parsed.errors[0].message}`);
  const { staticImports, staticExports } = parsed.module;
  const requests = staticImports.map(({ moduleRequest, entries }) => ({
    ...moduleRequest,
    isType: namesTypesOnly(entries),
  }));
  for (const { entries } of staticExports) {
    // each name of an `export … from` is an entry of its own
    const request = entries.find(({ moduleRequest }) => moduleRequest)?.moduleRequest;
    if (request) requests.push({ ...request, isType: namesTypesOnly(entries) });
  }
  // the tree is read only where it can hold one: reading it costs ten times what parsing does
  if (/\b(import|require)\s*\(/.test(text)) {
    const take = (source, isType) => {
      if (source?.type === "Literal") requests.push({ value: source.value, start: source.start, isType });
    };
    new Visitor({
      ImportExpression: ({ source }) => take(source, false),
      TSImportType: ({ source }) => take(source, true),
      CallExpression: ({ callee, arguments: [first] }) => {
        if (callee.type === "Identifier" && callee.name === "require") take(first, false);
      },
    }).visit(parsed.program);
  }
  return requests
    .sort((a, b) => a.start - b.start)
    .map(({ value, start, isType }) => ({ specifier: value, line: lineOf(text, start), isType }));
}
