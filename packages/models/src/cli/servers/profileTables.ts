import { works } from "../../device/index.ts";
import type { Finding, ProfileReport, Remedy } from "../../server/index.ts";
import { formatTable, showUs } from "../table.ts";

const right = (title: string) => ({ title, align: "right" }) as const;
const percent = (share: number | null): string => (share === null ? "-" : (share * 100).toFixed(2));
const ratio = (value: number | null): string => (value === null ? "-" : value.toFixed(2));

/** Less than this is shown as zero. */
const LEAST_US = 0.005;

/** The latency of a packet, at least so much where terms are unknown; null where what is known comes to nothing. */
export function showLatency({ us, terms }: ProfileReport["chain"]): string | null {
  if (us === null || terms.every((t) => t.us !== null)) return us === null ? null : `${showUs(us)} us`;
  return us < LEAST_US ? null : `at least ${showUs(us)} us`;
}

/** A profile for people: where the time goes, the bottleneck with its numbers, what helps, and the commands. */
export function showProfile(report: ProfileReport): string {
  const { name, server, policy, chain, ratios, notes } = report;
  const known = showLatency(chain);
  const latency =
    known === null
      ? "latency per packet unknown"
      : `${known} a packet (from ${showUs(chain.lowUs)} at the fastest strides)`;
  const head = `${name} on ${server}, ${policy}: ${latency}\n\n`;
  return [
    head + showTerms(report),
    report.functions.length > 1 ? showFunctions(report) : "",
    `wait/run ${ratio(ratios.wait)}, contention/run ${ratio(ratios.contention)}, useful ${percent(report.usefulShare)} % of the clock${
      report.explainedShare === null
        ? ""
        : `, ${percent(report.explainedShare)} % of ${showUs(report.measuredUs)} us measured explained`
    }\n`,
    report.findings.length === 0
      ? "no pattern of a known bottleneck\n"
      : report.findings.map((f) => showFinding(f, f === report.bottleneck)).join("\n"),
    showReference(report),
    showAdvice(report),
    `${[...notes.map((n) => `note: ${n}`), `sections, tables and figures are those of ${works.katsikas}`].join("\n")}\n`,
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function showReference({ reference, functions }: ProfileReport): string {
  if (reference === null) return "";
  const { wait, contention, median } = reference;
  const us =
    median === null
      ? ""
      : median.known
        ? `, median ${showUs(median.medianUs)} us`
        : `, ${showUs(median.perFunctionUs)} us a function (whole unknown: ${median.reason})`;
  return `for comparison, ${functions.length} router${functions.length > 1 ? "s" : ""} of the thesis run alike: wait/run ${ratio(wait)}, contention/run ${ratio(contention)}${us}\n`;
}

const showTerms = ({ chain, shares }: ProfileReport): string =>
  formatTable(
    [{ title: "term" }, right("per packet"), right("ns each"), right("us"), right("%")],
    chain.terms.map((t, i) => [
      t.title,
      t.perPacket === null ? "-" : Number(t.perPacket.toPrecision(6)).toString(),
      t.unitNs === null ? "-" : String(t.unitNs),
      showUs(t.us),
      percent(shares[i]?.share ?? null),
    ]),
  );

const showFunctions = ({ functions }: ProfileReport): string =>
  formatTable(
    [{ title: "function" }, right("packets"), right("us"), right("wait/run"), right("contention/run")],
    functions.map((f) => [
      f.id,
      f.packets === null ? "-" : String(f.packets),
      showUs(f.latency?.us ?? null),
      ratio(f.ratios.wait),
      ratio(f.ratios.contention),
    ]),
  );

function showFinding(finding: Finding, bottleneck: boolean): string {
  const label = bottleneck ? "bottleneck" : finding.healthy ? "healthy" : "also";
  const doubt = finding.strength === "suspected" ? " (suspected)" : "";
  const evidence = finding.evidence.map(({ what, value, threshold, unit }) => {
    const limit = threshold === null ? "" : ` (threshold ${Number(threshold.toPrecision(4))})`;
    return `  ${what}: ${Number(value.toPrecision(4))}${unit === "" ? "" : ` ${unit}`}${limit}`;
  });
  const remedies = finding.remedies.map((r) => `  remedy: ${showRemedy(r)}`);
  return `${[`${label}: ${finding.title}${doubt}: ${finding.cause} [${finding.source}]`, ...evidence, ...remedies].join("\n")}\n`;
}

function showRemedy({ title, effect, note }: Remedy): string {
  const more = note === null ? "" : `; ${note}`;
  if (effect === null) return `${title}${more}`;
  const factor =
    effect.factorLow === effect.factorHigh
      ? effect.factorLow.toFixed(2)
      : `${effect.factorLow.toFixed(2)} to ${effect.factorHigh.toFixed(2)}`;
  const after =
    effect.beforeUs === null
      ? ""
      : `, ${showUs(effect.beforeUs)} -> ${showUs(effect.afterLowUs)}${effect.afterLowUs === effect.afterHighUs ? "" : ` to ${showUs(effect.afterHighUs)}`} us`;
  return `${title}: ${effect.of} x ${factor}${after} (${effect.source})${more}`;
}

function showAdvice({ advice }: ProfileReport): string {
  const { tuning, why, coupling, steps } = advice;
  const setting = [
    `batch ${tuning.batch}`,
    `policy ${tuning.policy}`,
    ...(tuning.priority === null ? [] : [`priority ${tuning.priority}`]),
    ...(tuning.quantumMs === null ? [] : [`slice ${tuning.quantumMs} ms`]),
  ].join(", ");
  const waste = coupling.fits ? [] : [`  but: ${coupling.reason}`];
  const head = [`advice for ${advice.goal}: ${setting}`, ...why.map((w) => `  ${w}`), ...waste].join("\n");
  return steps.length === 0 ? `${head}\n` : `${head}\n\n${steps.map(showStep).join("")}`;
}

/** A command below what it is for; --commands has them as a script for the kernel that it finds. */
const showStep = ({ command, why }: ProfileReport["advice"]["steps"][number]): string =>
  `# ${why.replace(/\p{Cc}+/gu, " ")}\n${command === null ? "" : `${command}\n`}`;
