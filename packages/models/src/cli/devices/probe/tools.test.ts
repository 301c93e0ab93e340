import { expect, it } from "vitest";
import { runTool } from "./tools.ts";

it("what a tool says beyond 4 MiB is left out, and the tool still runs to its end", async () => {
  const says = "process.stdout.write('x'.repeat(6 * 1024 * 1024), () => process.exit(7))";
  const { status, out } = await runTool([process.execPath, "-e", says], "");
  expect(status).toBe(7);
  expect(out.length).toBeGreaterThanOrEqual(4 * 1024 * 1024);
  expect(out.length).toBeLessThan(5 * 1024 * 1024);
});
