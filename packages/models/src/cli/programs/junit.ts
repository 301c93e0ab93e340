/** What became of one test file. */
export type TestOutcome = {
  test: string;
  program: string;
  status: "passed" | "failed" | "unsupported";
  packets: number;
  failures: readonly string[];
  /** null: nobody took the time */
  seconds: number | null;
};

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** Characters that XML 1.0 has no way to write, half a pair of surrogates among them. */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const escaped = (text: string): string =>
  text.replace(UNWRITABLE, "\ufffd").replace(/[&<>"]/g, (mark) => ESCAPES[mark]!);

const timeOf = (seconds: number | null): string => (seconds === null ? "" : ` time="${seconds.toFixed(3)}"`);

/** The outcomes in the form that CI servers read: valid by the schema of Jenkins' xUnit plugin (junit-10.xsd). */
export function junitOf(outcomes: readonly TestOutcome[]): string {
  const failed = outcomes.filter(({ status }) => status !== "passed").length;
  const cases = outcomes.map(({ test, program, status, failures, seconds }) => {
    const head = `    <testcase classname="${escaped(program)}" name="${escaped(test)}"${timeOf(seconds)}`;
    if (status === "passed") return `${head}/>\n`;
    const text = escaped(failures.join("\n"));
    return `${head}>\n      <failure type="${status}" message="${escaped(failures[0] ?? status)}">${text}</failure>\n    </testcase>\n`;
  });
  const taken = outcomes.flatMap(({ seconds }) => seconds ?? []);
  const seconds = taken.length < outcomes.length ? null : taken.reduce((sum, each) => sum + each, 0);
  const counts = `tests="${outcomes.length}" failures="${failed}" errors="0"${timeOf(seconds)}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
  <testsuite name="p4twin" ${counts}>
${cases.join("")}  </testsuite>
</testsuites>
`;
}
