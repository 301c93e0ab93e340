/** What became of one test file. */
export type TestOutcome = {
  test: string;
  program: string;
  status: "passed" | "failed" | "unsupported";
  packets: number;
  failures: readonly string[];
  seconds: number;
};

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (mark) => ESCAPES[mark]!);

/** The outcomes in the form that CI servers read. */
export function junitOf(outcomes: readonly TestOutcome[]): string {
  const failed = outcomes.filter(({ status }) => status !== "passed").length;
  const cases = outcomes.map(({ test, program, failures, seconds }) => {
    const head = `    <testcase classname="${escaped(program)}" name="${escaped(test)}" time="${seconds.toFixed(3)}"`;
    if (failures.length === 0) return `${head}/>\n`;
    const text = escaped(failures.join("\n"));
    return `${head}>\n      <failure message="${escaped(failures[0] ?? "")}">${text}</failure>\n    </testcase>\n`;
  });
  const counts = `tests="${outcomes.length}" failures="${failed}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
  <testsuite name="p4twin" ${counts}>
${cases.join("")}  </testsuite>
</testsuites>
`;
}
