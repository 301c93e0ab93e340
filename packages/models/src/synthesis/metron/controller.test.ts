import { describe, expect, it } from "vitest";
import { libraryFiles } from "../../../library/index.ts";
import { libraryChain, planned } from "../../../testing/synthesis/offload/fixtures.ts";
import { scalingPresets } from "../../server/index.ts";
import { parseOffloadFile } from "../offload/offloadFile.ts";
import { MetronController } from "./controller.ts";

const synthesis = libraryChain("isp");
const { value } = parseOffloadFile(libraryFiles["metron/chains/isp.yaml"]!, "isp.yaml");
const { network, threshold, seed, server, cores } = value!;
const plan = planned(synthesis, network, { cores, threshold, seed, server });

const controller = (): MetronController =>
  new MetronController({
    ...{ id: "isp", synthesis, network, plan },
    ...{ preset: scalingPresets()[0]!, maxCores: 5, config: "" },
  });
const loads = (...measured: (number | null)[]) =>
  measured.flatMap((m, core) => (m === null ? [] : [{ core, measured: m }]));
const paths = (calls: readonly { path: string }[]) => calls.map((c) => c.path.split("/")[2]);

describe("what the controller tells an agent", () => {
  it("[M9] chain and NIC rules at first, nothing while the loads are well", () => {
    const it = controller();
    expect(paths(it.deployment())).toEqual(["service_chains", "rules"]);
    expect(it.control(loads(0.3, 0.3, 0.5, 0.7))).toEqual({ calls: [], told: [] });
    expect(it.cores().map((c) => c.core)).toEqual([0, 1, 2, 3]);
  });

  it("[M9] a split starts a core before its rules; at the limit it says that none is free", () => {
    const it = controller();
    const first = it.control(loads(0.9, 0.3, 0.3, 0.3));
    expect(paths(first.calls).slice(0, 2)).toEqual(["service_chains_put", "rules"]);
    expect(it.cores()).toHaveLength(5);
    expect(it.control(loads(0.9, 0.3, 0.3, 0.3, 0.3))).toEqual({
      calls: [],
      told: ["core 0 at 90 %", expect.stringMatching(/no core is free$/)],
    });
  });

  it("[M9] a core that reports nothing is not idle: nothing is merged on a guess", () => {
    expect(controller().control(loads(0.01, 0.01, 0.01, null)).calls).toEqual([]);
    const { calls, told } = controller().control(loads(0.01, 0.01, 0.01, 0.01));
    expect(told[0]).toMatch(/joins .* is free$/);
    expect(paths(calls).at(-1)).toBe("service_chains_put");
  });

  it("[M6] rules are known by numbers: what is deleted is never what was put in its place", () => {
    const it = controller();
    const installed = new Map<number, string>();
    type Posted = { rules: { nics: { cpus: { rules: { id: number; content: string }[] }[] }[] }[] };
    const hear = (calls: readonly { path: string; body: unknown }[]): void => {
      for (const { path, body } of calls) {
        if (path === "/metron/rules") {
          const posted = (body as Posted).rules[0]!.nics[0]!.cpus.flatMap((c) => c.rules);
          for (const { id, content } of posted) installed.set(id, content);
        } else if (path.startsWith("/metron/rules_delete/"))
          for (const id of path.split("/").at(-1)!.split(","))
            expect(installed.delete(Number(id))).toBe(true);
      }
    };
    hear(it.deployment());
    for (const load of [0.9, 0.01, 0.9, 0.9, 0.01, 0.01]) {
      hear(it.control(it.cores().map(({ core }) => ({ core, measured: load }))).calls);
      const wanted = it.rulesOf("server1/nic0")!.rules;
      expect([...installed.values()].toSorted()).toEqual(wanted.toSorted());
    }
  });

  it("[M6] cores that are not the first ones are named behind the deployment", () => {
    const it = controller();
    let used = it.cores().map((c) => c.core);
    // merges until a core in the middle is free
    for (let i = 0; i < 3 && used.every((core, at) => core === at); i++) {
      it.control(used.map((core) => ({ core, measured: core === used.at(-1) ? 0.5 : 0.01 })));
      used = it.cores().map((c) => c.core);
    }
    expect(used.some((core, at) => core !== at)).toBe(true);
    const [chain, put] = it.deployment();
    const body: unknown = chain!.body;
    const [first] = (body as { serviceChains: { cpus: number }[] }).serviceChains;
    expect(first!.cpus).toBe(used.at(-1)! + 1);
    expect(put).toMatchObject({
      path: "/metron/service_chains_put",
      body: `isp\n${JSON.stringify({ cpus: used })}`,
    });
  });

  it("[M9] a server without the cores or the NIC is refused with the reason", () => {
    const nic = (name: string, rxFilter?: string[]) => ({ name, ...(rxFilter ? { rxFilter } : {}) });
    const refusal = (count: number, nics: { name: string; rxFilter?: string[] }[]) =>
      controller().refusal({ cpus: Array.from({ length: count }, () => ({})), nics });
    expect(refusal(16, [nic("nic0")])).toBeNull();
    expect(refusal(4, [nic("nic0")])).toMatch(/16 cores/);
    expect(refusal(16, [nic("eth0")])).toMatch(/no NIC nic0, but eth0/);
    expect(refusal(16, [nic("nic0", ["rss"])])).toMatch(/dispatches by rss/);
  });
});
