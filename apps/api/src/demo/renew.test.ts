import { expect, it } from "vitest";
import { demoBindings } from "./bindings.ts";
import { renewedSegment } from "./renew.ts";

it("segments as the demo once had them become those that it has now; changed ones stay", () => {
  const [firewall, transcode] = demoBindings("web-edge");
  const [cache] = demoBindings("video-cache");
  const old = {
    firewall: { ...firewall!, alarm: null },
    transcode: { ...transcode!, from: { nodeId: 2, port: 1 } },
    cache: { ...cache!, flows: cache!.flows.map((flow) => ({ ...flow, proto: 6 })) },
  };
  expect(renewedSegment(old.firewall)).toEqual(firewall);
  expect(renewedSegment(old.transcode)).toEqual(transcode);
  expect(renewedSegment(old.cache)).toEqual(cache);
  for (const segment of [firewall!, transcode!, cache!, { ...old.transcode, from: { nodeId: 2, port: 9 } }])
    expect(renewedSegment(segment)).toBe(segment);
});
