import { expect, test } from "vitest";
import { headerFields } from "./headerFields.ts";

const shown = (hex: string): string[] =>
  headerFields(hex.replaceAll(" ", "")).map((f) => `${f.from}-${f.to} ${f.name}: ${f.value}`);

// vectors E1, F1 and I1 [int-vectors]
test("report v0.5 with a switch-local header", () => {
  expect(shown("02600002 0000004d ffffff00 0000000b 01040108 030005dc")).toEqual([
    "0-1 version, next header: 0 (v0.5), switch-local header",
    "1-2 flags: congested, tracked",
    "2-3 reserved: 0",
    "3-4 hardware id: 2",
    "4-8 sequence number: 77",
    "8-12 ingress timestamp: 4294967040",
    "12-16 switch id: 11",
    "16-20 ports: 260 in, 264 out",
  ]);
});

test("report v1.0", () => {
  expect(shown("183e0041 00000021 000003e8 10000000 00010002")).toEqual([
    "0-1 version, header length: 1 (v1.0), 8 words",
    "1-3 inner packet, metadata bits, dropped: IPv4, bits 111100",
    "3-4 flags, hardware id: tracked; 1",
    "4-8 switch id: 33",
    "8-12 sequence number: 1000",
    "12-16 ingress timestamp: 268435456",
  ]);
});

test("report v2.0", () => {
  expect(shown("207fffff 00000065 140e0220 50000000")).toEqual([
    "0-4 version, hardware id, sequence: 2 (v2.0), 1, 4194303",
    "4-8 node id: 101",
    "8-9 report type, inner type: INT, IPv4",
    "9-10 report length: 14 words",
    "10-11 metadata length: 2 words",
    "11-12 flags: tracked",
    "12-14 metadata bits: 0x5000",
    "14-16 domain id: 0",
  ]);
});

test("what is cut or unknown has no fields beyond", () => {
  expect(shown("1800")).toEqual(["0-1 version, header length: 1 (v1.0), 8 words"]);
  expect(shown("90")).toEqual([]);
  expect(shown("")).toEqual([]);
});
