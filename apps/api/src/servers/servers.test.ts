import { libraryFiles } from "@p4twin/models/library";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, type World } from "../../testing/world.ts";
import { MAX_OTHER_FILES } from "./schema.ts";

let world: World;
let viewer: Awaited<ReturnType<World["as"]>>;
beforeAll(async () => {
  world = await createWorld();
  viewer = await world.as("viewer");
});
afterAll(() => world.dispose());

const router =
  "FromDevice(eth0) -> Strip(14) -> CheckIPHeader -> r :: StaticIPLookup(10.0.0.0/8 0, 0.0.0.0/0 1);";
const ends = [0, 1]
  .map(
    (i) =>
      `r[${i}] -> DecIPTTL -> EtherEncap(0x0800, 02:00:00:00:00:01, 02:00:00:00:00:02) -> ToDevice(eth${i + 1});`,
  )
  .join("\n");
const own = {
  file: "own.yaml",
  text: `version: 1
functions:
  - { id: wall, acl: { rules: { file: wall.acl } } }
  - { id: router, click: { file: router.click } }
links: ["wall[out] -> [eth0]router"]
entries: ["[in]wall"]
`,
  others: [
    { file: "lists/wall.acl", text: "@10.0.0.0/8 0.0.0.0/0 0 : 65535 80 : 80 0x06/0xFF allow\n" },
    { file: "router.click", text: `${router}\n${ends}` },
  ],
};

describe("a chain of one's own", () => {
  test("with the files that it names becomes classes and what targets run, for a viewer", async () => {
    const answer = await viewer.servers.synthesise({ ...own, to: ["click", "openflow", "p4"] });
    if (!answer.ok) throw new Error(JSON.stringify(answer.diagnostics));
    expect(answer.report).toMatchObject({ status: "whole", functions: ["wall", "router"] });
    expect(answer.report.classes.map((c) => c.ending).toSorted()).toEqual([
      "drop",
      "router[eth1]",
      "router[eth2]",
    ]);
    const [click, openflow, p4] = answer.outputs;
    expect(click?.text).toContain("FromDevice(in)");
    expect(click?.devices).toMatchObject({ "wall[in]": "in" });
    expect(openflow).toMatchObject({ ports: { "wall[in]": 1 }, serverPort: 4 });
    expect(p4?.commands).toContain("table_add tcu_classify");
  });

  test("is told what is wrong with it, at its place", async () => {
    const [wall] = own.others;
    const missing = await viewer.servers.synthesise({ ...own, others: [wall!] });
    expect(missing).toMatchObject({
      ok: false,
      diagnostics: [{ code: "chain-no-file", message: expect.stringContaining("router.click") }],
    });
    const broken = await viewer.servers.synthesise({ file: "a.click", text: "FromDevice(in) -> Nonsense(" });
    expect(broken.ok).toBe(false);
    expect(broken.diagnostics[0]).toMatchObject({ severity: "error", span: { file: "a.click", line: 1 } });
  });

  test("that a target cannot run says so beside those that can", async () => {
    const text = "FromDevice(a) -> Classifier(6/020000000001) -> ToDevice(b);";
    const answer = await viewer.servers.synthesise({ file: "mac.click", text, to: ["click", "openflow"] });
    expect(answer).toMatchObject({
      ok: true,
      outputs: [
        { text: null, diagnostics: [{ code: "click-inexpressible" }] },
        { text: expect.stringContaining("dl_src") },
      ],
    });
  });

  test("is bounded in its files and filters", async () => {
    const others = Array.from({ length: MAX_OTHER_FILES + 1 }, (_, i) => ({ file: `${i}.acl`, text: "" }));
    await expect(viewer.servers.synthesise({ ...own, others })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
    expect(await viewer.servers.synthesise({ ...own, maxFilters: 1 })).toMatchObject({ ok: false });
  });
});

describe("an offload file of one's own", () => {
  const network = libraryFiles["metron/chains/isp.yaml"] ?? "";
  const placed = {
    file: "place.yaml",
    text: network
      .replace(/^chain: .*$/m, "chain: own.yaml")
      .replace(/ingress: .*/, 'ingress: { "wall[in]": "s1:0" }')
      .replace(/egress: .*/, 'egress: { "router[eth1]": "s1:8", "router[eth2]": "s3:9" }'),
    others: [{ file: "own.yaml", text: own.text }, ...own.others],
  };

  test("is placed with its rules, and its parts are stored as a chain", async () => {
    const answer = await viewer.servers.offload({ ...placed, gbps: 3 });
    if (!answer.ok) throw new Error(JSON.stringify(answer.diagnostics));
    for (const { rules, classes } of answer.report.devices) expect(classes).toHaveLength(rules.length);
    expect(answer.chains.chains[0]).toMatchObject({ gbps: 3 });
    const operator = await world.as("operator");
    const stored = await operator.chains.create({ content: { document: answer.chains } });
    expect(stored).toMatchObject({ ok: true });
  });

  test("of the library plays its scenario; a chain that is not given is named", async () => {
    const answer = await viewer.servers.offload({ file: "isp.yaml", text: network });
    if (!answer.ok || answer.timeline === null) throw new Error("the library's own file is refused");
    expect(answer.timeline.events.map((e) => e.kind)).toContain("ready");
    const { others: _, ...alone } = placed;
    expect(await viewer.servers.offload(alone)).toMatchObject({
      ok: false,
      diagnostics: [{ code: "offload-no-chain", message: expect.stringContaining("own.yaml") }],
    });
  });

  test("has an address of its own in REST", async () => {
    const app = await world.http();
    const { token } = await (await world.as("owner")).users.tokens.create({
      name: "own",
      nouns: ["servers"],
    });
    const answer = await app.inject({
      method: "POST",
      url: "/api/v1/servers/synthesis",
      headers: { authorization: `Bearer ${token}` },
      payload: own,
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ ok: true });
  });
});
