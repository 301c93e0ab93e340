import type { Diagnostic } from "@p4twin/models/core";
import { diagnosticSchema, issueTexts } from "@p4twin/models/core";
import { getTRPCErrorFromUnknown } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import { z } from "zod";
import { DomainError, httpStatusOf } from "../errors.ts";

/** RFC 9457. `type` is stable; `errors` points into the request, `diagnostics` into a text that it carried. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).optional(),
  diagnostics: z.array(diagnosticSchema).optional(),
});
export type Problem = z.infer<typeof problemSchema>;

const titles: Record<number, string> = {
  400: "The request has mistakes",
  401: "Not signed in",
  403: "Not allowed",
  404: "Not found",
  409: "Conflict",
  410: "No longer there",
  408: "Too slow",
  413: "Too large",
  415: "Another type of content is needed",
  421: "Another address is needed",
  422: "The document has mistakes",
  429: "Too many requests",
  500: "Something went wrong",
  503: "Not available now",
};

const make = (status: number, code: string, detail: string, more: Partial<Problem> = {}): Problem => ({
  type: `urn:p4twin:problem:${code.toLowerCase().replaceAll("_", "-")}`,
  title: titles[status] ?? "The request failed",
  status,
  detail,
  ...more,
});

/** A JSON pointer into the input (RFC 6901). */
const pointerTo = (path: readonly PropertyKey[]): string =>
  path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** The answer for a text with mistakes: the service refused it with diagnostics, not with an exception. */
export const refusedDocument = (diagnostics: Diagnostic[]): Problem =>
  make(422, "refused_document", diagnostics[0]?.message ?? "The document has mistakes.", { diagnostics });

/** Refusals of the HTTP layer by the codes of Fastify; `null` for one that its message explains. */
const httpRefusals: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "Send JSON, with the header Content-Type: application/json.",
  FST_ERR_CTP_BODY_TOO_LARGE: "The body is larger than a document may be.",
};

/** An error of the HTTP layer (bad JSON, body too large), which comes with its status; null for any other. */
function ofHttp(thrown: unknown): Problem | null {
  if (!(thrown instanceof Error) || !("statusCode" in thrown)) return null;
  const status = Number(thrown.statusCode);
  if (!(status >= 400 && status < 500)) return null;
  const code = "code" in thrown ? String(thrown.code) : "";
  return make(status, "bad_request", httpRefusals[code] ?? String(thrown));
}

/** The seconds after which it is worth trying again; null where waiting does not help. */
export const retryAfterOf = (thrown: unknown): number | null => {
  const cause = thrown instanceof DomainError ? thrown : getTRPCErrorFromUnknown(thrown).cause;
  return cause instanceof DomainError ? cause.retryAfterS : null;
};

/** What the client is told of an error. Bugs are told as 500 without any detail of theirs. */
export function toProblem(thrown: unknown): Problem {
  const http = ofHttp(thrown);
  if (http) return http;
  const error = getTRPCErrorFromUnknown(thrown);
  const { cause } = error;
  if (cause instanceof DomainError) {
    const { code, message, diagnostics } = cause;
    return make(httpStatusOf[code], code, message, diagnostics.length > 0 ? { diagnostics } : {});
  }
  if (cause instanceof z.ZodError && error.code === "BAD_REQUEST") {
    const errors = cause.issues.map((issue) => ({ pointer: pointerTo(issue.path), detail: issue.message }));
    return make(400, "bad_input", issueTexts(cause, "the request").join("; "), {
      errors,
    });
  }
  const status = getHTTPStatusCodeFromError(error);
  return status >= 500
    ? make(500, "internal", "Something went wrong on the server. The server's log says more.")
    : make(status, error.code, error.message);
}
