import { expect, it } from "vitest";
import { assumeUnpublished } from "./assume.ts";
import { libraryDevice } from "./library.ts";
import { parseDeviceProfile } from "./parseProfile.ts";

it("[D9] what is not published is filled in and says so; what is published stays", () => {
  const silent = libraryDevice("ovs-vanilla-cx5")!;
  const copy = assumeUnpublished(silent, "my-ovs", { baseUs: 20, powerWatts: 150, costUsd: 900 });
  expect(copy).toMatchObject({ id: "my-ovs", version: 1, throughput: silent.throughput });
  expect(copy.linear?.baseUs).toMatchObject({ value: 20, source: { kind: "assumed", work: "operator" } });
  expect(copy.capacity).toMatchObject({
    powerWatts: { value: 150 },
    costUsd: { value: 900 },
    gbpsPerLink: null,
  });
  expect(parseDeviceProfile(JSON.stringify(copy), "f").ok).toBe(true);

  const npu = libraryDevice("npu")!;
  const same = assumeUnpublished(npu, "my-npu", { baseUs: 1, powerWatts: 1, costUsd: 1 });
  expect([same.linear, same.capacity]).toEqual([npu.linear, npu.capacity]);
  const partly = assumeUnpublished(silent, "x", { costUsd: 5 });
  expect([partly.linear, partly.capacity.powerWatts]).toEqual([null, null]);
});
