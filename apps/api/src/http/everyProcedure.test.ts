import { createHash, randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { sessionCookie } from "../../testing/browser.ts";
import { sampleOf } from "../../testing/sampleOf.ts";
import { BASE_URL, createWorld, type World } from "../../testing/world.ts";
import { allows, type RequiredRole, type UserRole, userRoleSchema } from "../auth/roles.ts";
import { operations, procedures } from "../rest/operations.ts";
import type { ProcedureMeta } from "../trpc/trpc.ts";
import { defaultEdgeBounds } from "./bounds.ts";

type Headers = Record<string, string>;
/** One way to reach a procedure: tRPC reaches all of them, REST those that say so. */
type Way = {
  procedure: string;
  role: RequiredRole;
  changes: boolean;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url: string;
};

const ways: Way[] = [
  ...procedures().map(([procedure, { _def }]): Way => {
    const { role = "owner" }: ProcedureMeta = _def.meta ?? {};
    const changes = _def.type === "mutation";
    return { procedure, role, changes, method: changes ? "POST" : "GET", url: `/trpc/${procedure}` };
  }),
  ...operations().map(
    ({ procedure, role, type, method, path }): Way => ({
      ...{ procedure, role, method, changes: type === "mutation" },
      url: `/api/v1${path.replaceAll(/\{\w+\}/g, "019a0000-0000-7000-8000-000000000000")}`,
    }),
  ),
];
const changing = ways.filter(({ changes }) => changes);
const named = ({ method, url }: Way): string => `${method} ${url}`;

const ownPage = { origin: BASE_URL, "sec-fetch-site": "same-origin" };
const json = { "content-type": "application/json" };

let world: World;
let app: FastifyInstance;
const cookies = new Map<UserRole, string>();
const tokens = new Map<UserRole, string>();
beforeAll(async () => {
  world = await createWorld();
  app = await world.http({ bounds: { bodyBytes: 10_000 } });
  for (const role of userRoleSchema.options) {
    cookies.set(role, await sessionCookie(world, role));
    const { token } = await (await world.as(role)).users.tokens.create({ name: role, role });
    tokens.set(role, `Bearer ${token}`);
  }
});
afterAll(() => world.dispose());

const withCookie = (role: UserRole): Headers => ({ cookie: cookies.get(role) ?? "", ...ownPage });
const withToken = (role: UserRole): Headers => ({ authorization: tokens.get(role) ?? "" });

async function statusOf(way: Way, headers: Headers, payload: string | null = "{}"): Promise<number> {
  const body = way.method === "GET" || payload === null ? {} : { payload };
  const types = way.method === "GET" || payload === null ? {} : json;
  const { method, url } = way;
  const answer = await app.inject({ method, url, headers: { ...types, ...headers }, ...body });
  // a stream begins before it is refused: the refusal is its first event
  const refused = /^event: serialized-error\ndata: .*?"httpStatus":(\d+)/m.exec(answer.body)?.[1];
  return refused === undefined ? answer.statusCode : Number(refused);
}

/** So many ways are asked at once: those of one session share the look at who asks, most of what a request costs. */
const AT_ONCE = 25;

async function statusesOf(which: readonly Way[], ask: (way: Way) => Promise<number>) {
  const found: { way: Way; status: number }[] = [];
  for (let at = 0; at < which.length; at += AT_ONCE) {
    const some = which.slice(at, at + AT_ONCE);
    found.push(...(await Promise.all(some.map(async (way) => ({ way, status: await ask(way) })))));
  }
  return found;
}

/** Ways that answer another status than all of them must. */
async function wrong(
  which: readonly Way[],
  must: (way: Way) => number[],
  ask: (way: Way) => Promise<number>,
): Promise<string[]> {
  const found = await statusesOf(which, ask);
  return found.flatMap(({ way, status }) =>
    must(way).includes(status) ? [] : [`${named(way)} answers ${status}`],
  );
}

/** Everything that is stored but what notes who asked. */
async function stored(): Promise<string> {
  const { pool } = world.database;
  const { rows } = await pool.query<{ name: string }>(
    `SELECT format('%I', table_name) AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`,
  );
  const hash = createHash("sha256");
  for (const { name } of rows) {
    if (/audit|session|apikey/.test(name)) continue;
    const of = await pool.query(
      `SELECT md5(string_agg(t::text, '' ORDER BY t::text)) AS hash FROM ${name} t`,
    );
    hash.update(JSON.stringify([name, of.rows]));
  }
  return hash.digest("hex");
}

describe("every procedure, by tRPC and by REST", () => {
  let before: string;
  beforeAll(async () => {
    before = await stored();
  });
  /** after each attack nothing has changed */
  const nothingChanged = async () => expect(await stored()).toBe(before);

  test("a page of another origin changes nothing with an owner's cookie", async () => {
    for (const site of ["cross-site", "same-site"]) {
      const headers = { ...withCookie("owner"), origin: "https://evil.example", "sec-fetch-site": site };
      expect(
        await wrong(
          changing,
          () => [403],
          (way) => statusOf(way, headers),
        ),
      ).toEqual([]);
    }
    const { origin: _, "sec-fetch-site": __, ...silent } = withCookie("owner");
    expect(
      await wrong(
        changing,
        () => [403],
        (way) => statusOf(way, silent),
      ),
    ).toEqual([]);
    await nothingChanged();
  });

  test("nothing but JSON is a body", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
      for (const headers of [withCookie("owner"), withToken("owner")])
        expect(
          await wrong(
            changing,
            // what a token may not do at all is refused before its body
            () => (headers.authorization ? [415, 403] : [415]),
            (way) => statusOf(way, { ...headers, "content-type": type }, "a=b"),
          ),
        ).toEqual([]);
    await nothingChanged();
  });

  test("who is below the role is refused, with cookie and token; who has it is not", async () => {
    const ask = (headers: Headers) => (way: Way) =>
      statusOf(way, headers, way.changes ? '{"nonsense":[]}' : null);
    expect(
      await wrong(
        ways.filter(({ role }) => role !== "public"),
        () => [401],
        ask(ownPage),
      ),
    ).toEqual([]);
    for (const is of userRoleSchema.options) {
      const below = ways.filter(({ role }) => !allows(is, role));
      for (const headers of [withCookie(is), withToken(is)])
        expect(await wrong(below, () => [403], ask(headers)), is).toEqual([]);
    }
    await nothingChanged();
  });

  test("a workspace that is not one's own is not there", async () => {
    const other = await (await world.as("owner")).workspaces.create({ name: "other" });
    before = await stored();
    for (const workspace of [other.id, randomUUID(), "nonsense", "'; --"])
      for (const headers of [withCookie("operator"), withToken("operator")])
        expect(
          await wrong(
            ways,
            () => [404],
            (way) => statusOf(way, { ...headers, "x-p4twin-workspace": workspace }),
          ),
        ).toEqual([]);
    await nothingChanged();
  });

  test("a body beyond the bound is refused unread, whoever sends it", async () => {
    const big = JSON.stringify({ name: "x".repeat(10_000) });
    expect(
      await wrong(
        changing,
        () => [413],
        (way) => statusOf(way, withCookie("owner"), big),
      ),
    ).toEqual([]);
    const large = JSON.stringify({ name: "x".repeat(defaultEdgeBounds.anonymousBodyBytes) });
    expect(
      await wrong(
        changing,
        ({ role }) => (role === "public" ? [413] : [401, 413]),
        (way) => statusOf(way, ownPage, large),
      ),
    ).toEqual([]);
    await nothingChanged();
  });

  test("the address fills no change", async () => {
    const rest = changing.filter(({ url }) => url.startsWith("/api/v1/"));
    expect(
      await wrong(
        rest,
        () => [400],
        (way) => statusOf({ ...way, url: `${way.url}?role=owner&name=evil` }, withCookie("owner")),
      ),
    ).toEqual([]);
    await nothingChanged();
  });

  test("what is no object of its input is refused in words, never as a fault of the server", async () => {
    const bodies = ["[]", "null", '{"__proto__":{"role":"owner"}}', "{"];
    // what takes no input takes any; that it then does its work is what it is for
    const takesInput = new Set(
      procedures().flatMap(([path, { _def }]) => {
        const parser: { inputs?: unknown[] } = _def;
        return parser.inputs?.length ? [path] : [];
      }),
    );
    const which = changing.filter(({ procedure }) => takesInput.has(procedure));
    for (const body of bodies) {
      const found = await statusesOf(which, (way) => statusOf(way, withCookie("owner"), body));
      expect(
        found.flatMap(({ way, status }) => (status >= 500 ? [`${named(way)} answers ${status}`] : [])),
        body,
      ).toEqual([]);
    }
  });
});

const inputs = procedures().flatMap(([path, { _def }]) => {
  const parser: { inputs?: unknown[] } = _def;
  const schema = parser.inputs?.at(-1);
  return _def.type === "mutation" && schema instanceof z.ZodType ? [{ path, schema }] : [];
});

test.each(inputs)("$path: a field that it does not know goes no further", ({ schema }) => {
  const leaves = { uuid: randomUUID(), text: () => "text" };
  const sample = sampleOf(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }), leaves);
  const unknown = { workspaceId: randomUUID(), createdBy: "evil", removedAt: null, zzUnknown: 1 };
  const given = typeof sample === "object" && sample !== null ? { ...unknown, ...sample } : unknown;
  const read = schema.safeParse(given);
  if (!read.success) return;
  expect(Object.keys(Object(read.data))).not.toContain("zzUnknown");
});
