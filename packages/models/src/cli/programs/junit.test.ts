import { expect, test } from "vitest";
import { junitOf } from "./junit.ts";

const outcome = { test: "a.stf", program: "a.p4", packets: 1, seconds: 0.5 };

test("every case that did not pass has a failure, suites count them, and nothing is in it that XML cannot hold", () => {
  const xml = junitOf([
    { ...outcome, status: "passed", failures: [] },
    { ...outcome, status: "failed", failures: ['expected "\u0000<1>" \ud800', "more"] },
    { ...outcome, status: "unsupported", failures: [] },
  ]);
  expect(xml.match(/<failure /g)).toHaveLength(2);
  expect(xml.match(/tests="3" failures="2" errors="0" time="1\.500"/g)).toHaveLength(2);
  expect(xml).toContain("expected &quot;\ufffd&lt;1&gt;&quot; \ufffd");
  expect(xml).toContain('<failure type="unsupported" message="unsupported">');
});

test("a case whose time nobody took has none, and neither has its suite", () => {
  const passed = { ...outcome, status: "passed", failures: [] } as const;
  const xml = junitOf([passed, { ...passed, test: "b.stf", seconds: null }]);
  expect(xml).toContain('name="a.stf" time="0.500"/>');
  expect(xml).toContain('name="b.stf"/>');
  expect(xml.match(/time=/g)).toHaveLength(1);
});
