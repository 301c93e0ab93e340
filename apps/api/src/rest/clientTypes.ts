type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const objectOf = (value: unknown): Json => (isObject(value) ? value : {});
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const keyText = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
const union = (texts: readonly string[]): string => {
  const all = [...new Set(texts)];
  return all.length === 1 ? (all[0] ?? "unknown") : `(${all.join(" | ")})`;
};
const REFERENCE = "#/components/schemas/";

/** The TypeScript type of a JSON Schema as zod writes them. What it does not know is `unknown`, never `any`. */
function typeText(schema: unknown): string {
  if (!isObject(schema)) return "unknown";
  const { $ref, type, anyOf, oneOf, allOf } = schema;
  if (typeof $ref === "string") return $ref.slice(REFERENCE.length);
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return union(schema.enum.map((each) => JSON.stringify(each)));
  if (Array.isArray(allOf)) return allOf.map(typeText).join(" & ");
  const options = [...listOf(anyOf), ...listOf(oneOf)];
  if (options.length > 0) return union(options.map(typeText));
  if (Array.isArray(type)) return union(type.map((each) => typeText({ ...schema, type: each })));
  switch (type) {
    case "string":
    case "boolean":
    case "null":
      return type;
    case "number":
    case "integer":
      return "number";
    case "array":
      return Array.isArray(schema.prefixItems)
        ? `[${schema.prefixItems.map(typeText).join(", ")}]`
        : `${typeText(schema.items)}[]`;
    case "object":
      return objectText(schema);
    default:
      return "unknown";
  }
}

function objectText({ properties, required, additionalProperties, propertyNames }: Json): string {
  const needed = new Set(listOf(required));
  const own = Object.entries(objectOf(properties)).map(
    ([name, schema]) => `${keyText(name)}${needed.has(name) ? "" : "?"}: ${typeText(schema)}`,
  );
  if (!isObject(additionalProperties))
    return own.length === 0 ? "Record<string, unknown>" : `{ ${own.join("; ")} }`;
  const keys = Array.isArray(objectOf(propertyNames).enum) ? typeText(propertyNames) : "string";
  const record = `Record<${keys}, ${typeText(additionalProperties)}>`;
  return own.length === 0 ? record : `{ ${own.join("; ")} } & ${record}`;
}

/** What an operation takes: parameters of path and query and the body, as one object. */
function inputText({ parameters, requestBody }: Json): string {
  const own = listOf(parameters).map((parameter) => {
    const { name, required, schema } = objectOf(parameter);
    return `${keyText(String(name))}${required ? "" : "?"}: ${typeText(schema)}`;
  });
  const body = objectOf(objectOf(objectOf(objectOf(requestBody).content)["application/json"]).schema);
  const texts = [
    ...(own.length > 0 ? [`{ ${own.join("; ")} }`] : []),
    ...(Object.keys(body).length > 0 ? [typeText(body)] : []),
  ];
  return texts.length === 0 ? "Record<never, never>" : texts.join(" & ");
}

/** An answer is JSON, or a file: its text. */
function outputText({ responses }: Json): string {
  const content = objectOf(objectOf(objectOf(responses)["200"]).content);
  const types = Object.keys(content);
  return types.length === 1 && types[0] === "application/json" && isObject(objectOf(content[types[0]]).schema)
    ? typeText(objectOf(content[types[0]]).schema)
    : "string";
}

/**
 * The TypeScript of a typed client, made of an OpenAPI document of ours: every schema that has a name, and by method
 * and path what each operation takes and answers. Operations whose body is no JSON are left out.
 */
export function clientTypes(document: Json): string {
  const schemas = Object.entries(objectOf(objectOf(document.components).schemas)).map(
    ([name, schema]) => `export type ${name} = ${typeText(schema)};`,
  );
  const operations = Object.entries(objectOf(document.paths)).flatMap(([path, methods]) =>
    Object.entries(objectOf(methods)).flatMap(([method, given]) => {
      const operation = objectOf(given);
      const content = objectOf(objectOf(operation.requestBody).content);
      if (Object.keys(content).some((type) => type !== "application/json")) return [];
      return [
        `  /** ${String(operation.summary)} */`,
        `  ${JSON.stringify(`${method.toUpperCase()} ${path}`)}: { input: ${inputText(operation)}; output: ${outputText(operation)} };`,
      ];
    }),
  );
  return [
    "// Made by scripts/generate-client.mjs from the OpenAPI document of the API.",
    ...schemas,
    "",
    "/** Operations of /api/v1 by method and path. */",
    "export type Operations = {",
    ...operations,
    "};",
    "",
  ].join("\n");
}
