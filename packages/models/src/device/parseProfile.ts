import type { z } from "zod";
import { type Diagnostic, err, ok, type Result, readDocument } from "../core/index.ts";
import { type DeviceProfile, deviceProfileSchema } from "./profile.ts";

/**
 * Reads a device profile from JSON (or YAML) text. What is wrong is told with line, column and the path of the field.
 */
export function parseDeviceProfile(text: string, file: string): Result<DeviceProfile, Diagnostic[]> {
  const source = readDocument(text, file);
  if (source.diagnostics.length > 0) {
    return err(source.diagnostics.map((diagnostic) => ({ ...diagnostic, code: "profile-syntax" })));
  }
  const parsed = deviceProfileSchema.safeParse(source.value);
  if (parsed.success) return ok(parsed.data);
  return err(
    parsed.error.issues.map(
      (issue): Diagnostic => ({
        severity: "error",
        code: "profile-field",
        message: `${issue.path.join(".") || "profile"}: ${messageOf(issue)}`,
        // a missing field is shown at the object that lacks it
        span: source.spanAt(issue.path.map((part) => (typeof part === "number" ? part : String(part)))),
      }),
    ),
  );
}

const messageOf = (issue: z.core.$ZodIssue): string =>
  issue.code === "invalid_type" && issue.message.includes("received undefined")
    ? "is missing; see `p4twin devices agilio-cx --json` for a complete profile"
    : issue.message;
