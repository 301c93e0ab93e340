import { expect, it } from "vitest";
import { docIndex, headingsOf } from "./docIndex.ts";

const markdown = "# Start\n## First `run`\n```sh\n## no heading\n```\n### Ports\n## Stop";

it("lists the headings of a page, not the comments of its code", () => {
  expect(headingsOf(markdown)).toEqual([
    { level: 2, text: "First run", id: "first-run" },
    { level: 3, text: "Ports", id: "ports" },
    { level: 2, text: "Stop", id: "stop" },
  ]);
});

it("finds a page by its headings, and each section by its own address", () => {
  const index = docIndex([{ slug: "start", title: "Start", markdown }]);
  expect(index.map(({ href }) => href)).toEqual(["/docs/start", "/docs/start#first-run", "/docs/start#stop"]);
  expect(index[0]?.keywords).toContain("Ports");
});
