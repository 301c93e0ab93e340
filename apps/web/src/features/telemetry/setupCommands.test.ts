import { expect, test } from "vitest";
import { isLoopback, setupsFor, targetOf } from "./setupCommands.ts";

test.each([
  ["0.0.0.0", "twin.example.org"],
  ["::", "twin.example.org"],
  ["10.0.0.5", "10.0.0.5"],
  ["127.0.0.1", "127.0.0.1"],
])("a collector on %s is reached at %s", (host, address) => {
  expect(targetOf({ host, ports: [{ port: 40000 }] }, "twin.example.org")).toEqual({ address, port: 40000 });
});

test("every kind of switch gets the address and the port", () => {
  for (const { label, steps } of setupsFor({ address: "10.9.8.7", port: 45678 })) {
    const commands = steps.map((step) => step.command ?? "").join("\n");
    expect(commands, label).toContain("10.9.8.7");
    expect(commands, label).toContain("45678");
  }
});

test("only loopback is out of reach for switches", () => {
  expect(["127.0.0.1", "::1", "10.0.0.5"].map(isLoopback)).toEqual([true, true, false]);
});
