import type { AnyTRPCProcedure } from "@trpc/server";
import { z } from "zod";
import type { RequiredRole } from "../auth/roles.ts";
import { appRouter } from "../router.ts";
import type { FileType, ProcedureMeta } from "../trpc/trpc.ts";

/** One REST operation: a procedure under a method and a path, with its schemas. */
export type Operation = {
  procedure: string;
  type: "query" | "mutation";
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** `/programs/{id}` */
  path: string;
  parameters: string[];
  role: RequiredRole;
  summary: string;
  /** the answer is a file of one of these types: `{ fileName, mediaType, text }` */
  files: readonly FileType[] | null;
  input: z.ZodType | null;
  output: z.ZodType | null;
};

const methodSchema = z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]);

const isProcedure = (value: unknown): value is AnyTRPCProcedure =>
  typeof value === "function" && "_def" in value;

/** Every procedure by its path (`users.tokens.list`), subscriptions among them. */
export const procedures = (): [path: string, procedure: AnyTRPCProcedure][] =>
  Object.entries<unknown>(appRouter._def.procedures).flatMap(([path, value]) =>
    isProcedure(value) ? [[path, value]] : [],
  );

const asZod = (parser: unknown): z.ZodType | null => (parser instanceof z.ZodType ? parser : null);

/** The operations of REST, from what the procedures say about themselves. */
export function operations(): Operation[] {
  return procedures().flatMap(([procedure, { _def }]) => {
    const meta: ProcedureMeta = _def.meta ?? {};
    if (!meta.rest || _def.type === "subscription") return [];
    const [method, path = ""] = meta.rest.split(" ");
    const parser: { inputs?: unknown[]; output?: unknown } = _def;
    return [
      {
        procedure,
        type: _def.type,
        method: methodSchema.parse(method),
        path,
        parameters: [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ""),
        role: meta.role ?? "owner",
        summary: meta.summary ?? procedure,
        files: meta.files ?? null,
        input: asZod(parser.inputs?.at(-1)),
        output: asZod(parser.output),
      },
    ];
  });
}
