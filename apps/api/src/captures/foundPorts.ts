import { DEFAULT_REPORT_PORTS, portsFound } from "@p4twin/models/telemetry";
import type { CaptureSettings, CaptureSummary } from "./schema.ts";

const MAX_PORTS = 32;

type Found = CaptureSummary["otherPorts"];

/**
 * Ports that carry reports and that the settings leave out; none where somebody named ports. Exporters send to ports of
 * their own choice, and who uploads a capture without a word of them wants all of its reports.
 */
export function foundPorts({ ports }: CaptureSettings, { otherPorts }: CaptureSummary): Found {
  const isNamed =
    ports.length !== DEFAULT_REPORT_PORTS.length ||
    ports.some((port) => !DEFAULT_REPORT_PORTS.includes(port));
  if (isNamed) return [];
  const found = portsFound({
    otherPorts: new Map(otherPorts.map(({ port, count }) => [port, count])),
    otherReports: new Map(otherPorts.map(({ port, reports }) => [port, reports])),
  });
  return otherPorts.filter(({ port }) => found.includes(port)).slice(0, MAX_PORTS - ports.length);
}

/** What was read with the ports that were found, and that says so. */
export const withFoundPorts = (summary: CaptureSummary, found: Found): CaptureSummary => ({
  ...summary,
  problems: [
    ...found.map(({ port, count, reports }) => ({
      severity: "warning" as const,
      code: "port-found",
      message: `Nobody named port ${port}, and ${reports} of ${count} datagrams to it are INT reports: they were read too.`,
    })),
    ...summary.problems,
  ],
});
