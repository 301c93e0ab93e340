import type { DeviceProfile } from "@p4twin/models/device";
import { estimateProgram, linearForm } from "@p4twin/models/latency";
import { analyseText, exploreOnce } from "@p4twin/models/program";
import { type ReviewedEstimate, type ReviewedSide, reviewedEstimate } from "@p4twin/models/review";

type Text = {
  file: string;
  source: string;
  includes: Record<string, string>;
  entries: { fileName: string; text: string } | null;
};
type Side = Text | null;
type Device = { before: DeviceProfile; after: DeviceProfile };

/**
 * Both versions of a program, and the latency of each on its profiles. In one process: versions that are alike, or
 * whose entries install the same actions, are followed once, and what all paths are is needed nowhere else.
 */
export function reviewProgramsTask({
  before,
  after,
  devices,
}: {
  before: Side;
  after: Side;
  devices: readonly Device[];
}) {
  const explore = exploreOnce();
  const analysed = (side: Side) => {
    if (!side) return null;
    const { file, source, includes, entries } = side;
    const text = { fileName: file, source, includes };
    const named = entries && { name: entries.fileName, text: entries.text };
    const { report, walks } = analyseText({ ...text, entries: named }, { explore });
    const problems = report.diagnostics.filter(({ severity }) => severity === "error");
    const read: ReviewedSide = { report: problems.length > 0 ? null : report, problems };
    const estimate = (device: DeviceProfile): ReviewedEstimate | null => {
      if (!read.report) return null;
      const program = { ...read.report, walks };
      return reviewedEstimate(estimateProgram({ program, device, form: linearForm }));
    };
    return { read, estimate };
  };
  const [old, now] = [analysed(before), analysed(after)];
  return {
    before: old?.read ?? null,
    after: now?.read ?? null,
    estimates: devices.map((device) => ({
      before: old?.estimate(device.before) ?? null,
      after: now?.estimate(device.after) ?? null,
    })),
  };
}
