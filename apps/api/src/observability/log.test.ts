import { spawnSync } from "node:child_process";
import { existsSync, openSync } from "node:fs";
import { expect, it } from "vitest";
import { reasonOf } from "./reason.ts";

it("a standard error on a full disk ends nothing, and what waits for it is bounded", () => {
  // the kernel's own full disk; elsewhere a pipe that nobody reads does
  const full = existsSync("/dev/full") ? openSync("/dev/full", "w") : "ignore";
  const source = `import { createLog } from ${JSON.stringify(new URL("./log.ts", import.meta.url).href)};
    const log = createLog("warn");
    const before = process.memoryUsage().rss;
    for (let i = 0; i < 50_000; i++) log.error("x".repeat(1_000));
    setTimeout(() => console.log(process.memoryUsage().rss - before < 40e6 ? "alive" : "swollen"), 50);`;
  const ended = spawnSync(process.execPath, ["--input-type=module", "-e", source], {
    stdio: ["ignore", "pipe", full],
    encoding: "utf8",
  });
  expect([ended.status, ended.stdout.trim()]).toEqual([0, "alive"]);
});

it("the reason of an error is its code and the beginning of its message, without the rows and the SQL that it carries", () => {
  const error = Object.assign(new Error("out of range ".repeat(100)), {
    code: "22003",
    where: "COPY window_in, line 1",
  });
  const { code, reason } = reasonOf(error);
  expect([code, reason.length, JSON.stringify(reasonOf(error)).includes("COPY")]).toEqual([
    "22003",
    300,
    false,
  ]);
  expect(reasonOf("gone")).toEqual({ code: null, reason: "gone" });
});
