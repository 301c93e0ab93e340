import { z } from "zod";
import { sessionCookieName } from "../auth/auth.ts";
import { captureSchema } from "../captures/schema.ts";
import { uploadDescription, uploadPath } from "../captures/uploadDescription.ts";
import type { FileType } from "../trpc/trpc.ts";
import { type Operation, operations } from "./operations.ts";
import { propertiesOf } from "./parameters.ts";
import { problemSchema } from "./problem.ts";
import { shareSchemas } from "./sharedSchemas.ts";

type JsonObject = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: "input" | "output"): JsonObject => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return json;
};

const problem = { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } };

/** Where the schemas of an operation are kept until they are shared. */
type Keep = (name: string, schema: JsonObject) => JsonObject;

function describe(operation: Operation, keep: Keep): JsonObject {
  const { input, output, parameters: inPath, method, procedure } = operation;
  const properties = propertiesOf(input);
  const hasBody = method !== "GET" && method !== "DELETE";
  const inQuery = hasBody ? [] : [...properties.keys()].filter((name) => !inPath.includes(name));
  const body = hasBody && input ? bodyOf(input, inPath) : null;
  return {
    operationId: procedure,
    summary: operation.summary,
    tags: [procedure.split(".")[0]],
    "x-role": operation.role,
    ...(operation.role === "public" ? { security: [] } : {}),
    parameters: [...inPath, ...inQuery].map((name) => ({
      name,
      in: inPath.includes(name) ? "path" : "query",
      required: inPath.includes(name) || (properties.get(name)?.required ?? false),
      schema: properties.get(name)?.schema ?? { type: "string" },
    })),
    ...(body
      ? {
          requestBody: {
            required: true,
            content: { "application/json": { schema: keep(`${procedure}.input`, body) } },
          },
        }
      : {}),
    responses: {
      "200": {
        description: "Done",
        content: operation.files
          ? Object.fromEntries(operation.files.map((type) => [type, { schema: FILES[type] }]))
          : { "application/json": { schema: output ? keep(procedure, schemaOf(output, "output")) : {} } },
      },
      default: { description: "Refused, or failed", content: problem },
    },
  };
}

/** What is inside a file, by its type: text, or any JSON. */
const FILES: Readonly<Record<FileType, JsonObject>> = {
  "application/json": {},
  "application/jsonl": { type: "string" },
  "text/csv": { type: "string" },
  "text/x-python": { type: "string" },
};

/** The input without what stands in the path. */
function bodyOf(input: z.ZodType, inPath: readonly string[]): JsonObject | null {
  const json = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  const { $schema: _, properties = {}, required = [], ...rest } = json;
  const left = Object.fromEntries(Object.entries(properties).filter(([name]) => !inPath.includes(name)));
  if (Object.keys(left).length === 0 && rest.type === "object") return null;
  return { ...rest, properties: left, required: required.filter((name) => !inPath.includes(name)) };
}

/** The OpenAPI 3.1 description of `/api/v1`, made from the schemas that check every request. */
export function openApi({ baseUrl, version }: { baseUrl: string; version: string }): JsonObject {
  const paths: Record<string, JsonObject> = {};
  const kept = new Map<string, JsonObject>();
  const places = new Map<string, JsonObject>();
  const keep: Keep = (name, schema) => {
    const place: JsonObject = {};
    kept.set(name, schema);
    places.set(name, place);
    return place;
  };
  for (const operation of operations()) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describe(operation, keep),
    };
  }
  const { schemas, components } = shareSchemas(kept);
  for (const [name, place] of places) Object.assign(place, schemas.get(name));
  paths[uploadPath] = {
    put: {
      ...uploadDescription,
      responses: {
        "200": {
          description: "Done",
          content: { "application/json": { schema: schemaOf(captureSchema, "output") } },
        },
        default: { description: "Refused, or failed", content: problem },
      },
    },
  };
  return {
    openapi: "3.1.0",
    info: {
      title: "P4Twin",
      version,
      description: "Predicted and observed latency of P4 clouds. Latencies are microseconds, rates Gbps.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: `${baseUrl}/api/v1` }],
    security: [{ token: [] }, { session: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer" },
        session: { type: "apiKey", in: "cookie", name: sessionCookieName(baseUrl) },
      },
      schemas: { Problem: schemaOf(problemSchema, "output"), ...components },
    },
  };
}
