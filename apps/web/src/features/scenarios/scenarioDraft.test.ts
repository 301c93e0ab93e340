import { describe, expect, it } from "vitest";
import { contentOf, draftOf, type ScenarioDraft } from "./scenarioDraft.ts";

const complete: ScenarioDraft = { ...draftOf(null), name: " Edge ", cloud: "c1", chains: ["h1"] };

describe("draft of a scenario", () => {
  it("comes back as it went in", () => {
    const { content } = contentOf(complete, null);
    expect(content && draftOf({ name: "Edge", content })).toEqual({ ...complete, name: "Edge" });
  });

  it("gives chains the hosts that were chosen for them, and names none otherwise", () => {
    const ends = { web: { from: "clients", to: null } };
    expect(contentOf({ ...complete, ends }, null).content?.parameters).toMatchObject({ ends });
    expect(contentOf(complete, null).content?.parameters).not.toHaveProperty("ends");
  });

  it.each([
    [{ name: " " }, { name: "Give it a name." }],
    [{ cloud: null }, { cloud: "Choose a cloud." }],
    [{ chains: [] }, { chains: "Choose at least one chain." }],
    [
      { options: { ...complete.options, objective: { power: 0, delay: 0 } } },
      { objective: "Give at least one of power, delay and cost a weight." },
    ],
  ])("says what is missing: %o", (change, errors) => {
    expect(contentOf({ ...complete, ...change }, null)).toEqual({ content: null, errors });
  });
});
