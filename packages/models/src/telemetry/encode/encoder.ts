import { encodeReportV05 } from "../report/v05.ts";
import { encodeReportV10 } from "../report/v10.ts";
import { encodeReportV20 } from "../report/v20.ts";
import type { ReportInput } from "./input.ts";

/**
 * Writes the UDP payload of one report into `b` at `p` and returns its end; `b` must be large enough (2048
 * bytes hold any report of up to 20 hops). The counterpart of `decodeDatagram`.
 */
export function encodeReport(b: Uint8Array, p: number, report: ReportInput): number {
  switch (report.format) {
    case "telemetry-report-0.5":
      return encodeReportV05(b, p, report);
    case "telemetry-report-1.0":
      return encodeReportV10(b, p, report);
    case "telemetry-report-2.0":
      return encodeReportV20(b, p, report);
  }
}
