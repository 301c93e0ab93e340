import { describe, expect, it } from "vitest";
import { packet, send, smallSwitch } from "../../testing/run/smallSwitch.ts";
import { commandOf } from "./runtime/commands.ts";

const traced = { trace: true, fields: true };
const placed = (parts: Parameters<typeof smallSwitch>[0], commands: string[] = [], hex = packet()) => {
  const target = smallSwitch(parts, traced);
  for (const command of commands) {
    const [verb = "", ...words] = command.split(" ");
    commandOf(target, verb, words);
  }
  send(target, hex);
  return target.takeTrace();
};
const fates = ({ events, branches }: ReturnType<typeof placed>) =>
  events.flatMap((event) =>
    event.kind === "fate"
      ? [
          {
            fate: event.fate,
            branch: event.branch ?? 0,
            cause: branches[event.branch ?? 0]?.cause,
            line: event.at?.line,
          },
        ]
      : [],
  );

describe("copies of a packet are branches of the trace", () => {
  it("a clone and its packet", () => {
    const run = placed({ ingress: "clone(CloneType.I2E, 32w7); hdr.h.a = 1; s.egress_spec = 2;" }, [
      "mirroring_add 7 6",
    ]);
    expect(fates(run).map(({ fate, branch, cause }) => [fate, branch, cause])).toEqual([
      ["sent", 1, "clone of session 7, the packet as it came"],
      ["sent", 0, "the packet as it came"],
    ]);
    expect(run.passes.map(({ branch }) => branch)).toEqual([1, 0]);
  });

  it("copies of a group, and rounds", () => {
    const group = ["mc_mgrp_create 5", "mc_node_create 0 1 2", "mc_node_associate 5 0"];
    const run = placed({ ingress: "s.mcast_grp = 5;" }, group);
    expect(run.branches.map(({ parent, cause }) => [parent, cause])).toEqual([
      [null, "the packet as it came"],
      [0, "copy of group 5 for port 1, rid 0"],
      [0, "copy of group 5 for port 2, rid 0"],
    ]);
    const round = placed({
      metadata: "@field_list(1) bit<8> n;",
      ingress: "m.n = m.n + 1; if (m.n < 3) { resubmit_preserving_field_list(1); }",
    });
    expect(round.branches.map(({ parent }) => parent)).toEqual([null, 0, 1]);
  });
});

describe("a drop has the place of the statement that caused it", () => {
  it.each([
    ["mark_to_drop", { ingress: "mark_to_drop(s);" }, "extern"],
    ["the port", { ingress: "hdr.h.a = 1; s.egress_spec = 511; hdr.h.a = 2;" }, "assign"],
    ["a group without ports", { ingress: "s.mcast_grp = 9; hdr.h.a = 2;" }, "assign"],
    ["egress", { ingress: "s.egress_spec = 1;", egress: "mark_to_drop(s);" }, "extern"],
  ])("%s", (_, parts, kind) => {
    const { events } = placed(parts);
    const dropped = events.find((event) => event.kind === "fate");
    const cause = events.find((event) => event.kind === kind && event.at?.start === dropped?.at?.start);
    expect(dropped).toMatchObject({ fate: "dropped" });
    expect(cause).toBeDefined();
  });

  it("is that of the copy, not of its sibling, and what is written through a parameter counts", () => {
    const parts = {
      ingress: "s.egress_spec = 2; clone(CloneType.I2E, 32w7);",
      egress: "if (s.instance_type == 1) { mark_to_drop(s); }",
    };
    const run = placed(parts, ["mirroring_add 7 6"]);
    const dropped = run.events.find((event) => event.kind === "fate" && event.fate === "dropped");
    const cause = run.events.find((event) => event.kind === "extern" && event.name === "mark_to_drop");
    expect(dropped?.at).toEqual(cause?.at);
    const through = placed({
      locals: "action f(inout bit<9> p) { p = 511; }",
      ingress: "s.egress_spec = 3; f(s.egress_spec);",
    });
    const fate = through.events.find(({ kind }) => kind === "fate");
    const copied = through.events.findLast(({ kind }) => kind === "assign");
    expect(copied).toMatchObject({ target: "s.egress_spec", after: "0x1ff" });
    expect(fate?.at).toEqual(copied?.at);
  });
});

it("the element that counts as written is the one that the index named before the value was computed", () => {
  const parts = {
    types: "bit<8> next(inout bit<8> v) { v = v + 1; return v; }",
    headers: "h_t[2] s;",
    metadata: "bit<8> at;",
    parser: "state start { p.extract(hdr.h); p.extract(hdr.s.next); transition accept; }",
    ingress: "hdr.s[m.at].a = next(m.at);",
  };
  const { passes } = placed(parts, [], packet() + packet());
  expect(passes[0]?.features().modify).toBe(1);
});

it.each(["hdr.g.inner.v = 1;", "hdr.g.inner = m.other;"])(
  "a part inside a header that is written counts for the header: %s",
  (ingress) => {
    const parts = {
      types: "struct in_t { bit<8> v; } header g_t { in_t inner; }",
      metadata: "in_t other;",
      headers: "g_t g;",
      parser: "state start { p.extract(hdr.h); p.extract(hdr.g); transition accept; }",
      ingress,
    };
    const { passes } = placed(parts, [], `${packet()}00`);
    expect(passes[0]?.features().modify).toBe(1);
  },
);

describe("fields after each event", () => {
  it("headers come, change and go", () => {
    const run = placed({
      headers: "h_t more;",
      ingress: "hdr.h.a = 7; hdr.more.setValid(); hdr.h.setInvalid();",
    });
    const at = (kind: string) => run.events.find((event) => event.kind === kind)?.fields ?? [];
    const names = (fields: ReturnType<typeof at>) =>
      fields.map(({ name }) => name).filter((name) => name.startsWith("hdr."));
    expect(names(at("state"))).toEqual([]);
    expect(at("extract")).toContainEqual({ name: "hdr.h.a", text: "0x00" });
    expect(at("assign")).toContainEqual({ name: "hdr.h.a", text: "0x07" });
    expect(names(at("validity"))).toContain("hdr.more.a");
    expect(names(run.events.at(-1)?.fields ?? [])).not.toContain("hdr.h.a");
  });

  it("are one list as long as nothing changes, and none unless asked for", () => {
    const { events } = placed({});
    expect(events.at(-2)?.fields).toBeDefined();
    expect(events.at(-2)?.fields).toBe(events.at(-1)?.fields);
    const plain = smallSwitch({}, { trace: true });
    send(plain, packet());
    expect(plain.takeTrace().events.every(({ fields }) => fields === undefined)).toBe(true);
  });
});
