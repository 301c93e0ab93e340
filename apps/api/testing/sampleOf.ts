import type { z } from "zod";

type Json = z.core.JSONSchema.BaseSchema;
const isSchema = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** Leaf values that a sample takes: ids (`uuid`), and texts by the name of their field. */
export type Leaves = { uuid: string; text(name: string): string };

/**
 * A value that a JSON Schema allows: required and optional fields that hold ids or texts, the least of everything else.
 */
export function sampleOf(schema: Json, leaves: Leaves, name = ""): unknown {
  if (schema.default !== undefined && name !== "") return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choice = (schema.anyOf ?? schema.oneOf)?.find(isSchema);
  if (choice) return sampleOf(choice, leaves, name);
  switch (schema.type) {
    case "object": {
      const required = new Set(schema.required ?? []);
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => {
          if (!isSchema(inner)) return [];
          const wanted = required.has(key) || /id$/i.test(key);
          return wanted ? [[key, sampleOf(inner, leaves, key)]] : [];
        }),
      );
    }
    case "array":
      return isSchema(schema.items) &&
        !Array.isArray(schema.items) &&
        (/ids$/i.test(name) || (schema.minItems ?? 0) > 0)
        ? [sampleOf(schema.items, leaves, name.replace(/s$/i, ""))]
        : [];
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 1, Number(schema.exclusiveMinimum ?? 0) + 1);
    case "boolean":
      return false;
    case "string":
      if (schema.format === "uuid") return leaves.uuid;
      if (schema.format === "email") return "somebody@example.org";
      if (schema.format === "date-time")
        return new Date(Date.now() + (name === "from" ? 0 : 3_600_000)).toISOString();
      return leaves.text(name);
    default:
      return {};
  }
}
