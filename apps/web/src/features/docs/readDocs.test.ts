import { describe, expect, it } from "vitest";
import { resolveDocLink, slugOf, titleOf } from "./readDocs.ts";

describe("documentation pages", () => {
  it.each([
    ["10-first-steps.md", "first-steps"],
    ["harkous.md", "harkous"],
    ["README.md", "sources"],
  ])("serves %s as %s", (file, slug) => expect(slugOf(file)).toBe(slug));

  it.each([
    ["20-telemetry.md#ports", "/docs/telemetry#ports"],
    ["./20-telemetry.md", "/docs/telemetry"],
    ["sources/harkous.md#535-experiments", "/docs/harkous#535-experiments"],
    ["https://p4.org", "https://p4.org"],
    ["#here", "#here"],
  ])("resolves the link %s to %s", (href, expected) => expect(resolveDocLink(href)).toBe(expected));

  it("takes the title from the first heading", () => {
    expect(titleOf("# What it is\n\ntext", "x")).toBe("What it is");
    expect(titleOf("no heading", "design-notes")).toBe("Design notes");
  });
});
