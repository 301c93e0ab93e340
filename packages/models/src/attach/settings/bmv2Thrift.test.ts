import { describe, expect, it } from "vitest";
import { readAnswer, readCall, ThriftError, writeCall } from "./bmv2Thrift.ts";

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "hex"));

/**
 * What Apache's Python client (simple_switch_CLI) and simple_switch 1.15.5 (behavioral-model 9674187) said to each
 * other: `register_read` and `register_write` of lib:latency_control_uc1. That client numbers all calls 0.
 */
const heard = {
  read: "80010001000000197374616e646172643a626d5f72656769737465725f7265616400000000080001000000000b00020000001b496e6772657373496d706c2e626f756e6465645f6c6174656e63790800030000000000",
  isRead: "8001000200000010626d5f72656769737465725f72656164000000000a0000000000000000109200",
  write:
    "800100010000001a7374616e646172643a626d5f72656769737465725f777269746500000000080001000000000b00020000001b496e6772657373496d706c2e626f756e6465645f6c6174656e6379080003000000000a0004000000000000109200",
  isWritten: "8001000200000011626d5f72656769737465725f77726974650000000000",
  isBeyond: "8001000200000010626d5f72656769737465725f72656164000000000c0001080001000000020000",
};

describe("calls and answers of a real BMv2 switch", () => {
  it("calls are byte for byte those of Apache's client", () => {
    expect(hex(readCall(0, "IngressImpl.bounded_latency", 0))).toBe(heard.read);
    expect(hex(writeCall(0, "IngressImpl.bounded_latency", 0, 4242n))).toBe(heard.write);
  });

  it.each([
    ["a value", heard.isRead, { ok: true, value: 4242n }],
    ["written", heard.isWritten, { ok: true, value: null }],
    ["beyond the register", heard.isBeyond, { ok: false, why: "the register has no such cell" }],
  ])("%s", (_, text, answer) => {
    const all = bytes(text);
    expect(readAnswer(all)).toEqual({ sequence: 0, bytes: all.length, ...answer });
    // an answer in pieces is none yet, wherever it is cut
    for (let length = 0; length < all.length; length++)
      expect(readAnswer(all.subarray(0, length))).toBeNull();
  });

  it.each([
    ["HTTP", Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n")],
    ["a call in place of an answer", bytes(heard.read)],
    ["a text without an end", bytes("800100027fffffff00")],
    ["an unknown kind of field", bytes("800100020000000161000000000f0000080000000000")],
  ])("%s is refused by name", (_, all) => {
    expect(() => readAnswer(all)).toThrow(ThriftError);
  });

  it("an exception of the server is why", () => {
    const exception = `80010003000000016100000007` + `0b0001000000046f6f70730800020000000100`;
    expect(readAnswer(bytes(exception))).toMatchObject({ ok: false, why: "oops", sequence: 7 });
  });
});
