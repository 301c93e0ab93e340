import { describe, expect, test } from "vitest";
import { type Channel, draftOf, emptyDraft, readDraft } from "./channelDraft.ts";

const good = { ...emptyDraft, name: "Operations", url: "https://hooks.example.org/x" };

describe("a channel's form", () => {
  test.each([
    ["no name", { name: " " }, "Give the channel a name."],
    ["no occasion", { on: [] }, "Choose at least one occasion."],
    ["no address", { url: "hooks.example.org" }, "https://host/path"],
    ["no address of a chat", { kind: "slack" as const, url: "" }, "https://host/path"],
    ["no routing key", { kind: "pagerduty" as const, routingKey: "short" }, "routing key"],
    ["no recipient", { kind: "email" as const }, "needs a recipient"],
    [
      "a recipient that is none",
      { kind: "email" as const, to: "ops@example.org\nops" },
      "ops is not an e-mail",
    ],
  ])("%s is refused with the reason", (_name, change, wrong) => {
    expect(readDraft({ ...good, ...change }, null).wrong).toContain(wrong);
  });

  test("recipients may stand in lines or with commas", () => {
    const { input } = readDraft({ ...good, kind: "email", to: "a@x.org, b@x.org\nc@x.org" }, null);
    expect(input?.target).toEqual({ kind: "email", to: ["a@x.org", "b@x.org", "c@x.org"] });
  });

  test.each([
    [{ kind: "slack", url: "https://hooks.slack.com/services/T/B/x" }],
    [{ kind: "teams", url: "https://prod.example.org/workflows/1" }],
    [{ kind: "pagerduty", routingKey: "0123456789abcdef0123456789abcdef", region: "eu" }],
  ] as const)("a channel of the kind $kind is read as it was entered", (target) => {
    expect(readDraft({ ...good, ...target }, null).input?.target).toEqual(target);
  });

  test("what is not shown is kept", () => {
    const known: Channel = {
      id: "1",
      name: "Hook",
      target: { kind: "webhook", url: "https://x.org/" },
      filter: {
        minSeverity: "critical",
        on: ["opened"],
        scopes: [
          { deploymentId: "d", segmentId: "a" },
          { deploymentId: "e", segmentId: null },
        ],
        incidents: false,
        switches: false,
      },
      enabled: true,
      hasSecret: true,
      createdAt: "2026-01-01T00:00:00Z",
    };
    const { input } = readDraft(draftOf(known), known);
    expect(input).toEqual({ name: known.name, target: known.target, filter: known.filter });
  });
});
