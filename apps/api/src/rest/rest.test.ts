import { readFileSync } from "node:fs";
import { libraryDevice } from "@p4twin/models/device";
import { estimateProgram, linearForm } from "@p4twin/models/latency";
import { libraryFiles } from "@p4twin/models/library";
import { analyseProgram } from "@p4twin/models/program";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CLOUD } from "../../testing/texts.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { uploadDescription, uploadPath } from "../captures/uploadDescription.ts";
import { type ApiClient, ApiProblem, createApiClient } from "../client/index.ts";
import { clientTypes } from "./clientTypes.ts";
import { openApi } from "./openApi.ts";
import { operations } from "./operations.ts";

let world: World;
let authorization: string;
let api: ApiClient;
beforeAll(async () => {
  world = await createWorld();
  const operator = await world.as("operator");
  const { token } = await operator.users.tokens.create({ name: "rest" });
  authorization = `Bearer ${token}`;
  api = createApiClient({ url: "http://p4twin.test", token, fetch: throughInjection });
});
afterAll(() => world.dispose());

/** `fetch` without a socket. */
async function throughInjection(
  url: string,
  { method = "GET", headers, body }: RequestInit,
): Promise<Response> {
  const answer = await (await world.http()).inject({
    ...{ method: method as "GET", url: url.slice("http://p4twin.test".length) },
    headers: Object.fromEntries(new Headers(headers)),
    ...(typeof body === "string" ? { payload: body } : {}),
  });
  const fields = Object.entries(answer.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return new Response(answer.body, { status: answer.statusCode, headers: fields });
}

type Request = {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  url: string;
  payload?: object | string;
  type?: string;
};
async function send({ method, url, payload, type = "application/json" }: Request) {
  const app = await world.http();
  const headers = { authorization, ...(payload === undefined ? {} : { "content-type": type }) };
  const answer = await app.inject({
    method,
    url: `/api/v1${url}`,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, type: answer.headers["content-type"], body: answer.json() };
}

test("a program by REST: created, versioned, read, listed, renamed, removed", async () => {
  const created = await send({ method: "POST", url: "/programs", payload: { name: "a.p4", source: "one" } });
  expect(created).toMatchObject({ status: 200, body: { number: 1 } });
  const { programId } = created.body;
  const added = await send({
    method: "POST",
    url: `/programs/${programId}/versions`,
    payload: { source: "two" },
  });
  expect(added.body.number).toBe(2);
  expect((await send({ method: "GET", url: `/program-versions/${added.body.id}` })).body.source).toBe("two");
  expect(
    (await send({ method: "PATCH", url: `/programs/${programId}`, payload: { name: "b.p4" } })).body,
  ).toEqual({ done: true });
  expect((await send({ method: "GET", url: "/programs" })).body).toMatchObject([
    { name: "b.p4", versionCount: 2 },
  ]);
  expect((await send({ method: "DELETE", url: `/programs/${programId}` })).status).toBe(200);
  expect((await send({ method: "GET", url: "/programs" })).body).toEqual([]);
});

test("a program's features and estimate by REST are what the command line prints", async () => {
  const source = libraryFiles["programs/l3fwd_firewall.p4"] ?? "";
  const file = "fw.p4";
  const created = await send({ method: "POST", url: "/programs", payload: { name: file, source } });
  const url = `/program-versions/${created.body.id}`;
  const { report, walks } = analyseProgram({ file, text: source });
  expect(await send({ method: "GET", url: `${url}/features` })).toMatchObject({ status: 200, body: report });
  const device = libraryDevice("agilio-cx");
  const expected =
    device && estimateProgram({ program: { ...report, walks }, device, form: linearForm, extremes: 2 });
  const answer = await send({ method: "GET", url: `${url}/estimate?device=agilio-cx&extremes=2` });
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.body).toEqual(JSON.parse(JSON.stringify(expected)));
  const refused = await send({ method: "GET", url: `${url}/estimate?device=agilio-cx&extremes=0` });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: "/extremes" }] } });
});

test("numbers in the query are read as numbers, and checked", async () => {
  expect((await send({ method: "GET", url: "/placements?limit=5" })).status).toBe(200);
  const refused = await send({ method: "GET", url: "/placements?limit=many" });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: "/limit" }] } });
});

describe("problem documents (RFC 9457)", () => {
  const unknown = "00000000-0000-4000-8000-000000000000";
  const cases: [string, Request, { status: number; body: object }][] = [
    [
      "bad input",
      { method: "POST", url: "/programs", payload: { name: "", source: 1 } },
      {
        status: 400,
        body: {
          type: "urn:p4twin:problem:bad-input",
          errors: [{ pointer: "/source", detail: "must be a text" }, { pointer: "/name" }],
        },
      },
    ],
    [
      "bad JSON",
      { method: "POST", url: "/programs", payload: "{" },
      { status: 400, body: { title: "The request has mistakes" } },
    ],
    [
      "an unknown id",
      { method: "GET", url: `/program-versions/${unknown}` },
      {
        status: 404,
        body: { type: "urn:p4twin:problem:not-found", detail: expect.stringContaining(unknown) },
      },
    ],
    [
      "an unknown path",
      { method: "GET", url: "/nothing" },
      {
        status: 404,
        body: { detail: expect.stringContaining("/api/openapi.json") },
      },
    ],
    [
      "not the role",
      { method: "GET", url: "/users" },
      { status: 403, body: { detail: "This needs the role owner; the token has the role operator." } },
    ],
    [
      "a file with mistakes",
      {
        method: "POST",
        url: "/topologies",
        payload: { content: { text: CLOUD.replace("npu1, b", "npu7, b") } },
      },
      {
        status: 422,
        body: { diagnostics: [{ severity: "error", span: { line: 8 } }] },
      },
    ],
  ];
  test.each(cases)("%s", async (_title, request, expected) => {
    const answer = await send(request);
    expect(answer.type).toMatch(/^application\/problem\+json/);
    expect(answer).toMatchObject(expected);
    expect(answer.body.status).toBe(answer.status);
  });

  test("an expired share link is 410, which tRPC cannot say", async () => {
    world.time.now = new Date("2026-01-01T00:00:00Z");
    const { deployments, reports } = await world.as("operator");
    const { id: deploymentId } = await deployments.create({ name: "x" });
    const instant = world.time.now.toISOString();
    const report = await reports.freeze({
      title: "x",
      refs: { kind: "twin", deploymentId, from: instant, to: instant },
    });
    const { token } = await reports.share({ id: report.id, expiresInHours: 1 });
    world.time.now = new Date("2026-01-01T02:00:00Z");
    expect(await send({ method: "GET", url: `/shared-reports/${token}` })).toMatchObject({
      status: 410,
      body: { type: "urn:p4twin:problem:gone" },
    });
    const app = await world.http();
    const csv = await app.inject({
      url: `/api/v1/reports/${report.id}/export?format=csv`,
      headers: { authorization },
    });
    expect(csv.headers).toMatchObject({
      "content-type": expect.stringContaining("text/csv"),
      "content-disposition": `attachment; filename="p4twin-report-${report.id}.csv"`,
    });
    expect(csv.body).toContain("refs.kind,twin");
  });
});

describe("the typed client", () => {
  test("calls by method and path: input in path, query and body, answers with their types", async () => {
    const created = await api("POST /programs", { name: "typed.p4", source: "one" });
    const added = await api("POST /programs/{id}/versions", { id: created.programId, source: "two" });
    expect(added.number satisfies number).toBe(2);
    expect((await api("GET /program-versions/{versionId}", { versionId: added.id })).source).toBe("two");
    const listed = await api("GET /programs");
    expect(listed.find(({ id }) => id === created.programId)).toMatchObject({ versionCount: 2 });
    expect(await api("DELETE /programs/{id}", { id: created.programId })).toEqual({ done: true });
    expect(await api("GET /placements", { limit: 5 })).toEqual([]);
    expect(await api("GET /switches")).toEqual([]);
  });

  test("a refusal is its problem document", async () => {
    const id = "00000000-0000-4000-8000-000000000000";
    const refused = await api("GET /switches/{id}", { id }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiProblem);
    expect(refused).toMatchObject({ status: 404, problem: { type: "urn:p4twin:problem:not-found" } });
    // @ts-expect-error -- a limit is a number
    const bad = await api("GET /placements", { limit: "many" }).catch((error: unknown) => error);
    expect(bad).toMatchObject({ status: 400, problem: { errors: [{ pointer: "/limit" }] } });
  });

  test("its types are those of the API (node scripts/generate-client.mjs)", () => {
    const file = new URL("../client/operations.generated.ts", import.meta.url);
    const made = clientTypes(openApi({ baseUrl: "http://127.0.0.1:3000", version: "0" }));
    // one line that differs says more than two files
    const [before, now] = [readFileSync(file, "utf8"), made].map((text) => text.split("\n"));
    expect(now?.filter((line) => !before?.includes(line))).toEqual([]);
    expect(before?.length).toBe(now?.length);
  });
});

describe("OpenAPI", () => {
  test("describes every operation once, its path parameters and its schemas", async () => {
    const app = await world.http();
    const document = (await app.inject("/api/openapi.json")).json();
    expect(document.openapi).toBe("3.1.0");
    const described = Object.entries<Record<string, { operationId: string }>>(document.paths).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(
          ([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`,
        ),
    );
    const all = operations();
    const procedures = all.map((o) => `${o.method} ${o.path} ${o.procedure}`);
    // the one upload, whose body is no JSON
    const upload = `PUT ${uploadPath} ${uploadDescription.operationId}`;
    expect(described.sort()).toEqual([...procedures, upload].sort());
    expect(new Set(all.map((o) => `${o.method} ${o.path}`)).size).toBe(all.length);
    for (const { path, method, procedure, parameters, output } of all) {
      const operation = document.paths[path][method.toLowerCase()];
      const inPath = operation.parameters.filter((p: { in: string }) => p.in === "path");
      expect(
        inPath.map((p: { name: string; required: boolean }) => [p.name, p.required]),
        procedure,
      ).toEqual(parameters.map((name) => [name, true]));
      expect(output, `${procedure} says what it answers`).not.toBeNull();
      expect(operation.responses["200"].content, procedure).toBeDefined();
      if (method === "GET") expect(operation.requestBody, procedure).toBeUndefined();
    }
  });

  test("every reference in it leads somewhere", async () => {
    const app = await world.http();
    const document: unknown = (await app.inject("/api/openapi.json")).json();
    const references = JSON.stringify(document).match(/"\$ref":"[^"]+"/g) ?? [];
    for (const reference of new Set(references)) {
      const pointer = reference.slice(8, -1);
      const target = pointer
        .slice(2)
        .split("/")
        .reduce<unknown>((at, key) => Reflect.get(Object(at), key), document);
      expect(target, pointer).toBeDefined();
    }
  });
});
