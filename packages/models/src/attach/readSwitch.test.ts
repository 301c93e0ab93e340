import { expect, test } from "vitest";
import { CODE, type Draft, P4Info, ReadResponse, type Entity as WireEntity } from "../p4runtime/index.ts";
import { type Entity, entityText, keyOf } from "../snapshot/index.ts";
import { type ReadChannel, ReadFailure } from "./channel.ts";
import { readSwitch, serverQuirks } from "./readSwitch.ts";
import type { EntryCount } from "./toEntity.ts";

const TABLE = 0x02000001;
const OTHER = 0x02000002;
const ACTION = 0x01000001;
const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

const info = P4Info.of({
  tables: [
    {
      preamble: { id: TABLE, name: "MyIngress.ipv4_lpm" },
      matchFields: [
        { id: 1, name: "hdr.ipv4.dstAddr", bitwidth: 32, match: { kind: "matchType", value: "LPM" } },
      ],
      size: 1024n,
    },
    {
      preamble: { id: OTHER, name: "MyIngress.acl" },
      matchFields: [{ id: 1, name: "port", bitwidth: 9, match: { kind: "matchType", value: "RANGE" } }],
      size: 10n,
    },
  ],
  actions: [
    { preamble: { id: ACTION, name: "MyIngress.forward" }, params: [{ id: 1, name: "port", bitwidth: 9 }] },
  ],
  directCounters: [{ preamble: { id: 0x13000001, name: "c" }, spec: { unit: "BOTH" }, directTableId: TABLE }],
});

type Wire = Draft<WireEntity>;
/** One route; `padded` bytes are the same number. */
const route = (last: number, port: number, { padded = false, counted = false } = {}): Wire => ({
  entity: {
    kind: "tableEntry",
    value: {
      tableId: TABLE,
      match: [
        {
          fieldId: 1,
          fieldMatchType: { kind: "lpm", value: { value: bytes(10, 0, 0, last), prefixLen: 32 } },
        },
      ],
      action: {
        type: {
          kind: "action",
          value: {
            actionId: ACTION,
            params: [{ paramId: 1, value: padded ? bytes(0, port) : bytes(port) }],
          },
        },
      },
      ...(counted ? { counterData: { packetCount: 7n, byteCount: 700n } } : {}),
    },
  },
});
const fallback: Wire = {
  entity: {
    kind: "tableEntry",
    value: {
      tableId: TABLE,
      isDefaultAction: true,
      action: {
        type: { kind: "action", value: { actionId: ACTION, params: [{ paramId: 1, value: bytes(0) }] } },
      },
    },
  },
};

type Asked = { table: number; isDefault: boolean; counters: boolean } | { kind: string };
/** A switch that answers each request as the test says; what it refuses is a code. */
function fakeSwitch(answer: (asked: Asked) => Wire[] | number, more: Partial<ReadChannel> = {}) {
  const asked: Asked[] = [];
  const channel: ReadChannel = {
    capabilities: async () => "1.3.0",
    pipeline: async () => ({ p4info: info, p4DeviceConfig: bytes(), cookie: { cookie: 5n } }),
    cookie: async () => 5n,
    async *read(_, wanted) {
      const { entity } = wanted;
      const ask: Asked =
        entity?.kind === "tableEntry"
          ? {
              table: entity.value.tableId ?? 0,
              isDefault: entity.value.isDefaultAction ?? false,
              counters: entity.value.counterData !== undefined,
            }
          : {
              kind:
                entity?.kind === "packetReplicationEngineEntry"
                  ? (entity.value.type?.kind ?? "none")
                  : (entity?.kind ?? "none"),
            };
      asked.push(ask);
      const answered = answer(ask);
      if (typeof answered === "number") throw new ReadFailure(answered, `code ${answered}`);
      yield ReadResponse.encode({ entities: answered });
    },
    close: () => {},
    ...more,
  };
  return { channel, asked };
}

async function look(channel: ReadChannel) {
  const found = new Map<string, Entity>();
  const counts = new Map<string, EntryCount>();
  const answer = await readSwitch(channel, 1n, {
    entity: (entity) => void found.set(keyOf(entity), entity),
    count: (key, count) => void counts.set(key, count),
  });
  return { answer, texts: [...found.values()].map(entityText).sort(), counts: [...counts.values()] };
}
const noteOf = (id: (typeof serverQuirks)[number]["id"]): string =>
  serverQuirks.find((quirk) => quirk.id === id)?.note ?? "";
const isWildcard = (asked: Asked): boolean => "table" in asked && asked.table === 0 && !asked.isDefault;

const ROUTE = "MyIngress.ipv4_lpm hdr.ipv4.dstAddr=10.0.0.1/32 => MyIngress.forward(port=0x2)";
const DEFAULT = "MyIngress.ipv4_lpm default => MyIngress.forward(port=0x0)";

test("a switch as the specification has it: names, entries, default actions, counters", async () => {
  const { channel } = fakeSwitch((asked) =>
    "kind" in asked ? [] : asked.isDefault ? [fallback] : [route(1, 2, { counted: asked.counters })],
  );
  const { answer, texts, counts } = await look(channel);
  expect(answer).toMatchObject({ state: "whole", apiVersion: "1.3.0", cookie: "5", unread: [], notes: [] });
  expect(texts).toEqual([DEFAULT, ROUTE]);
  expect(counts).toEqual([{ packets: 7, bytes: 700 }]);
});

test("padded and short bytes are one value", async () => {
  const of = async (padded: boolean) =>
    (await look(fakeSwitch((asked) => (isWildcard(asked) ? [route(1, 2, { padded })] : [])).channel)).texts;
  expect(await of(true)).toEqual(await of(false));
});

const quirks: Record<
  string,
  () => Promise<{ notes: string[]; state: string; texts: string[]; asked: Asked[] }>
> = {};
const quirk = (
  id: (typeof serverQuirks)[number]["id"],
  answer: (asked: Asked) => Wire[] | number,
  more: Partial<ReadChannel> = {},
): void => {
  quirks[id] = async () => {
    const { channel, asked } = fakeSwitch(answer, more);
    const { answer: found, texts } = await look(channel);
    return { notes: found.notes, state: found.state, texts, asked };
  };
};
/** As PI reads the default of a table with an action profile. */
const nameless: Wire = { entity: { kind: "tableEntry", value: { tableId: OTHER, isDefaultAction: true } } };
const routes = (asked: Asked): Wire[] => (isWildcard(asked) ? [route(1, 2)] : []);
const refuse = (code: number) => () => Promise.reject(new ReadFailure(code, "no"));

quirk("no-capabilities", routes, { capabilities: refuse(CODE.unimplemented) });
quirk("empty-is-an-error", routes, { pipeline: refuse(CODE.failedPrecondition) });
quirk("no-wildcard", (asked) =>
  "kind" in asked || asked.isDefault
    ? []
    : asked.table === 0
      ? CODE.unimplemented
      : asked.table === TABLE
        ? [route(1, 2)]
        : [],
);
quirk("no-defaults", (asked) => ("table" in asked && asked.isDefault ? CODE.unknown : routes(asked)));
quirk("default-per-table", (asked) =>
  "table" in asked && asked.isDefault && asked.table === 0 ? CODE.invalidArgument : routes(asked),
);
quirk("counters-refused", (asked) =>
  isWildcard(asked) && "table" in asked && asked.counters ? CODE.invalidArgument : routes(asked),
);
quirk("out-of-sync-table", (asked) =>
  "kind" in asked || asked.isDefault ? [] : asked.table === TABLE ? [route(1, 2)] : CODE.internal,
);
quirk("default-without-action", (asked) =>
  "table" in asked && asked.isDefault ? [nameless] : routes(asked),
);
quirk("unreadable-kind", (asked) =>
  "kind" in asked && asked.kind === "cloneSessionEntry" ? CODE.unimplemented : routes(asked),
);

test.each(Object.keys(quirks))(
  "a server with the deviation %s is read around, and the look says so",
  async (id) => {
    const { notes, state, texts } = await quirks[id]!();
    expect(notes).toContain(noteOf(id as Parameters<typeof noteOf>[0]));
    if (id === "empty-is-an-error") expect(state).toBe("empty");
    else if (id === "default-without-action")
      expect(texts).toEqual(["MyIngress.acl default => as the program says", ROUTE]);
    else expect(texts).toEqual([ROUTE]);
    expect(state).toBe(
      id === "empty-is-an-error"
        ? "empty"
        : ["out-of-sync-table", "unreadable-kind"].includes(id)
          ? "partial"
          : "whole",
    );
  },
);

test("deviations that show in no answer: nothing is read before a push, counters come with entries, twice is once", async () => {
  const before = fakeSwitch(() => [], { pipeline: async () => null });
  expect((await look(before.channel)).answer.state).toBe("empty");
  expect(before.asked).toEqual([]);

  // fabric-sim answers with a P4Info that says nothing
  const blank = { p4info: P4Info.of({}), p4DeviceConfig: bytes(), cookie: null };
  const empty = fakeSwitch(() => [], { pipeline: async () => blank });
  expect((await look(empty.channel)).answer.state).toBe("empty");
  expect(empty.asked).toEqual([]);

  const whole = fakeSwitch((asked) => ("kind" in asked ? [] : [route(1, 2), route(1, 2), fallback]));
  expect((await look(whole.channel)).texts).toEqual([DEFAULT, ROUTE]);
  expect(whole.asked.map((asked) => ("kind" in asked ? asked.kind : "tableEntry"))).not.toContain(
    "directCounterEntry",
  );
});

// as simple_switch_grpc answers (PI f96af95): simpleSwitchGrpc.test.ts and bench p4Runtime
test("a range that a controller left out, and priorities of constant entries", async () => {
  const entry = (priority: number, ...range: [Uint8Array, Uint8Array] | []): Wire => ({
    entity: {
      kind: "tableEntry",
      value: {
        ...{ tableId: OTHER, priority },
        match:
          range.length === 0
            ? []
            : [{ fieldId: 1, fieldMatchType: { kind: "range", value: { low: range[0]!, high: range[1]! } } }],
      },
    },
  });
  const read = (each: Wire) => look(fakeSwitch((asked) => (isWildcard(asked) ? [each] : [])).channel);
  const whole = await read(entry(2_147_483_646, bytes(0), bytes(1, 255)));
  expect(whole.texts).toEqual((await read(entry(2_147_483_646))).texts);
  expect(whole.answer.state).toBe("whole");
});

test("every deviation of the table is proven here or over gRPC", () => {
  const proven = [
    ...Object.keys(quirks),
    "whole-range",
    "own-priorities",
    "read-before-push-ends-it",
    "direct-counter-read-ends-it",
  ];
  const overGrpc = ["one-message", "filters-ignored"];
  expect([...proven, ...overGrpc].sort()).toEqual(serverQuirks.map(({ id }) => id).sort());
});

test("a switch that dies during a read ends the look: nothing is taken for whole", async () => {
  const { channel } = fakeSwitch(() => CODE.unavailable);
  await expect(look(channel)).rejects.toMatchObject({ code: CODE.unavailable });
});

test("ids that the P4Info does not have keep their number and are noted", async () => {
  const { channel } = fakeSwitch((asked) =>
    isWildcard(asked)
      ? [{ entity: { kind: "tableEntry", value: { tableId: 99, match: [], action: null } } }]
      : [],
  );
  const { answer, texts } = await look(channel);
  expect(texts).toEqual(["#99 any => as the program says"]);
  expect(answer.notes).toEqual(["the P4Info has no object with the id 99"]);
});

test("more entities than a look takes end it, at the bound it is whole", async () => {
  const { channel } = fakeSwitch((asked) =>
    isWildcard(asked) ? [route(1, 2), route(2, 2), route(3, 2)] : [],
  );
  const taker = { entity: () => {}, count: () => {} };
  expect((await readSwitch(channel, 1n, taker, { mostEntities: 3 })).state).toBe("whole");
  await expect(readSwitch(channel, 1n, taker, { mostEntities: 2 })).rejects.toMatchObject({
    code: CODE.resourceExhausted,
    message: "more than 2 entries",
  });
});
