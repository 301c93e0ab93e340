import { type Diagnostic, err, IS_MISSING, ok, type Result, readDocument } from "../core/index.ts";
import { type DeviceProfile, deviceProfileSchema } from "./profile.ts";

const EXAMPLE = "; see `p4twin devices agilio-cx --json` for a complete profile";

/**
 * Reads a device profile from JSON (or YAML) text. Each mistake has line, column and the path of its field.
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
        message: `${issue.path.join(".") || "profile"}: ${issue.message}${issue.message === IS_MISSING ? EXAMPLE : ""}`,
        // a missing field is shown at the object that lacks it
        span: source.spanAt(issue.path.map((part) => (typeof part === "number" ? part : String(part)))),
      }),
    ),
  );
}
