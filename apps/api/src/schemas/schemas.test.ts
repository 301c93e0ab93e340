import { expect, test } from "vitest";
import { createSchemaService } from "./service.ts";

const schemas = createSchemaService();

test.each(schemas.names())("the JSON Schema of %s says what its objects hold", (name) => {
  const schema = schemas.get(name);
  expect(schema.$schema).toBe("https://json-schema.org/draft/2020-12/schema");
  // a format with several shapes (a decoded frame, or why it could not be) says so for each of them
  const shapes: unknown[] = Array.isArray(schema.anyOf) ? schema.anyOf : [schema];
  for (const shape of shapes) expect(Object.keys(Object(Object(shape).properties)).length).toBeGreaterThan(2);
});

test("an unknown format is told the known ones", () => {
  expect(() => schemas.get("excel")).toThrow(/known are topology, chains/);
});
