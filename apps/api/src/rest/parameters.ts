import { z } from "zod";

type Json = z.core.JSONSchema.BaseSchema;

const isSchema = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** Properties of an input as JSON Schema; empty for inputs that are no object. */
export function propertiesOf(input: z.ZodType | null): Map<string, { schema: Json; required: boolean }> {
  if (!input) return new Map();
  const json = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  const required = new Set(json.required ?? []);
  return new Map(
    Object.entries(json.properties ?? {}).flatMap(([name, schema]) =>
      isSchema(schema) ? [[name, { schema, required: required.has(name) }] as const] : [],
    ),
  );
}

const typesOf = (schema: Json): string[] => [
  ...(typeof schema.type === "string" ? [schema.type] : []),
  ...(schema.anyOf ?? []).flatMap((one) => (isSchema(one) ? typesOf(one) : [])),
];

/**
 * A query parameter is text; what the schema wants as number, boolean or list is read as such. Bad text is
 * left to the schema.
 */
export function readParameter(text: unknown, schema: Json | undefined): unknown {
  if (typeof text !== "string" || !schema) return text;
  const types = typesOf(schema);
  if (types.includes("array")) return text.split(",");
  if (types.includes("number") || types.includes("integer")) {
    return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
  }
  if (types.includes("boolean")) return text === "true" ? true : text === "false" ? false : text;
  return text;
}
