import { isNode, LineCounter, parseDocument } from "yaml";
import type { z } from "zod";
import { type Diagnostic, err, ok, type Result, type Span } from "../core/index.ts";
import { type DeviceProfile, deviceProfileSchema } from "./profile.ts";

/** Reads a device profile from JSON (or YAML) text. What is wrong is told with line, column and the path of the field. */
export function parseDeviceProfile(text: string, file: string): Result<DeviceProfile, Diagnostic[]> {
  const quick = deviceProfileSchema.safeParse(jsonOf(text));
  return quick.success ? ok(quick.data) : parseWithPlaces(text, file);
}

/** Undefined when `text` is not JSON: then the slower reader tells why and where. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseWithPlaces(text: string, file: string): Result<DeviceProfile, Diagnostic[]> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const spanOf = (start: number, end: number): Span => {
    const from = lines.linePos(start);
    const to = lines.linePos(end);
    return { file, start, end, line: from.line, column: from.col, endLine: to.line, endColumn: to.col };
  };
  if (document.errors.length > 0) {
    return err(
      document.errors.map((e) => ({
        severity: "error",
        code: "profile-syntax",
        message: `not valid JSON or YAML: ${e.message}`,
        span: spanOf(e.pos[0], e.pos[1]),
      })),
    );
  }
  const parsed = deviceProfileSchema.safeParse(document.toJS());
  if (parsed.success) return ok(parsed.data);
  return err(
    parsed.error.issues.map((issue): Diagnostic => {
      const [start, end] = rangeAt(document, issue.path);
      return {
        severity: "error",
        code: "profile-field",
        message: `${issue.path.join(".") || "profile"}: ${messageOf(issue)}`,
        span: spanOf(start, end),
      };
    }),
  );
}

/** Range of the nearest node at or above `path`: a missing field is shown at the object that lacks it. */
function rangeAt(document: ReturnType<typeof parseDocument>, path: readonly PropertyKey[]): [number, number] {
  for (let length = path.length; length >= 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return [node.range[0], node.range[1]];
  }
  return [0, 0];
}

const messageOf = (issue: z.core.$ZodIssue): string =>
  issue.code === "invalid_type" && issue.message.includes("received undefined")
    ? "is missing; see `p4twin devices agilio-cx --json` for a complete profile"
    : issue.message;
