import type { DeviceProfile } from "@p4twin/models/device";
import type { FeaturesReport } from "@p4twin/models/program";

/** What the analysis found, in one line. */
export function analysisSummary(report: FeaturesReport): string {
  const errors = report.diagnostics.filter((diagnostic) => diagnostic.severity === "error").length;
  if (errors > 0) return "The source has errors; they are listed under it with line and column.";
  const count = report.pathCount.toLocaleString("en-US");
  const paths = report.pathCount === 1 ? "1 feasible path" : `${count} feasible paths`;
  const listed = report.truncated ? `, ${report.paths.length.toLocaleString("en-US")} listed` : "";
  return `${report.architecture ?? "unknown architecture"}, ${paths}${listed}`;
}

/** Cost of one construct more on a device, by construct; nothing for no device, or one without a published latency. */
export const constructCosts = (profile: DeviceProfile | undefined): Record<string, number> =>
  profile?.linear
    ? Object.fromEntries(
        Object.entries(profile.linear.slopesUs).map(([construct, slope]) => [construct, slope.value]),
      )
    : {};
