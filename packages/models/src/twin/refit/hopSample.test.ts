import { expect, it } from "vitest";
import { type DeviceProfile, libraryDevice, parseMeasurements } from "../../device/index.ts";
import { estimatePath, linearForm } from "../../latency/index.ts";
import { hopSample } from "./hopSample.ts";
import { sampleOfMeasurement } from "./sampleOfMeasurement.ts";

const agilio = libraryDevice("agilio-cx") as DeviceProfile;
const features = { parse: 4, modify: 1, copy: 0, remove: 0, add: 9, table: 3 };
const path = { id: "p", features, externs: ["SipHash-2-4"] };
const seen = { packets: 100, meanUs: 90, varianceUs2: 0.1, waitUs: 7 };

it("[T15] slopes are counted up to the bend; the bend, externs and the wait are known parts", () => {
  const sample = hopSample("x", path, agilio, seen);
  expect(sample?.counted).toEqual({ parse: 3, modify: 1, copy: 0, remove: 0, add: 6, table: 2 });
  const { terms } = estimatePath(path, agilio, linearForm, 1500);
  const known = terms
    .filter((t) => t.construct === "extern" || t.note)
    .reduce((sum, t) => sum + t.totalUs, 0);
  expect(sample?.offsetUs).toBeCloseTo(known + 7, 9);
});

it("[T15] a row of an upload counts its packets; a profile without a linear form gives no sample", () => {
  const { measurements } = parseMeasurements(
    "parse,table,latencyUs,spreadUs,packets\n3,2,8.2,0.3,5000\n2,1,7.6,,\n",
    "m.csv",
  );
  expect(measurements).toHaveLength(1);
  const [row] = measurements;
  if (!row) throw new Error("one row is complete");
  expect(sampleOfMeasurement(row, agilio)).toMatchObject({ packets: 5000, meanUs: 8.2, program: "line 2" });
  expect(hopSample("x", path, { ...agilio, linear: null }, seen)).toBeNull();
});
