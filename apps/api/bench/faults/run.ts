import type { Random } from "@p4twin/models/core";
import type { IncidentList } from "../../src/cluster/incident.ts";
import { type ProcessRole, processRoles } from "../../src/roles.ts";
import type { SystemProcess } from "../../src/system/schema.ts";
import { sleep } from "../support/product.ts";
import { type Account, balanceOf, lastSeconds, readAccount } from "./accounts.ts";
import type { Fault, Pids } from "./fault.ts";
import type { Lab } from "./lab.ts";

/** Before and after the fault, at full rate, ms. */
const CALM_MS = 1_000;
const RECOVER_MS = 30_000;
/** Where no time is asserted: an end to what hangs. */
const HANGS_MS = 180_000;
const SETTLE_MS = 60_000;
const CLEAR_MS = 30_000;
/** From the end of a second to its windows on disk. */
const CLOSING_MS = 1_500;

export type RunResult = {
  faults: string[];
  /** it did not end as a whole, or it came back by itself */
  survived: boolean;
  /** from the end of the fault until API, reports and viewers went on; null: not within half a minute */
  recoveredS: number | null;
  lostReports: number;
  lostWindows: number;
  alerts: number;
  incidents: string[];
  /** what is not as it must be, in words */
  wrong: string[];
};

const until = async (withinMs: number, check: () => Promise<boolean>): Promise<boolean> => {
  const giveUpMs = performance.now() + withinMs;
  while (performance.now() < giveUpMs) {
    if (await check().catch(() => false)) return true;
    await sleep(100);
  }
  return false;
};

/** The account when nothing more comes: the collector has said the same three times in a row, and no window waits. */
async function settled({ client, product }: Lab): Promise<Account | null> {
  let last: Account | null = null;
  let same = 0;
  const atRest = await until(SETTLE_MS, async () => {
    const now = await readAccount(client, product.databaseUrl());
    if (now && last && now.atMs === last.atMs) return false;
    const isSame =
      now && last && JSON.stringify({ ...now, atMs: 0 }) === JSON.stringify({ ...last, atMs: 0 });
    same = isSame && now.windowsQueued === 0 ? same + 1 : 0;
    last = now;
    return same >= 2;
  });
  return atRest ? last : null;
}

/** The process that has each role, by what the product says of itself. */
async function pidsOf({ client }: Lab): Promise<Pids> {
  const all = await client.get<SystemProcess[]>("/system/processes");
  const pidOf = (role: ProcessRole): number => {
    const pid = all.find((p) => p.roles.includes(role) && p.state === "running")?.pid;
    if (!pid) throw new Error(`no process has the role ${role}`);
    return pid;
  };
  const [http, collector, jobs, writer] = [pidOf("http"), pidOf("collector"), pidOf("jobs"), pidOf("writer")];
  return { http, collector, jobs, writer };
}

/** One run: calm, the faults one right after the other, their end, calm, and then the accounts. */
export async function runFaults(lab: Lab, faults: readonly Fault[], random: Random): Promise<RunResult> {
  const { product, client, receiver, traffic, viewers, config } = lab;
  const wrong: string[] = [];
  const before = await settled(lab);
  if (!before) throw new Error("the product is not at rest before the run");
  const pids = await pidsOf(lab);
  receiver.forget();
  traffic.forget();
  const beganAt = new Date().toISOString();
  const start = await traffic.stop();
  await traffic.start(config.rate);
  await sleep(CALM_MS);

  const hurtMs = Date.now();
  const lifts: (() => Promise<void>)[] = [];
  for (const fault of faults) lifts.unshift(await fault.hurt(lab, random, pids));
  await sleep(Math.max(...faults.map((f) => f.holdMs)));
  for (const lift of lifts) await lift();

  const liftedMs = performance.now();
  const frames = viewers.frames();
  let arrived = -1;
  const goesOn = async (): Promise<boolean> => {
    if (product.ended() || !(await product.isReady())) return false;
    const processes = await client.get<SystemProcess[]>("/system/processes");
    const isServed = (role: ProcessRole): boolean =>
      processes.some((p) => p.roles.includes(role) && p.state === "running");
    if (!processRoles.every(isServed)) return false;
    const state = await client.get<{ arrived: number } | null>("/telemetry");
    if (!state) return false;
    const more = arrived >= 0 && state.arrived > arrived;
    arrived = state.arrived;
    return more && viewers.servedSince(frames) === config.viewers;
  };
  const patienceMs = config.backWithinS === null ? HANGS_MS : RECOVER_MS;
  const done = await until(patienceMs, async () => product.ended() !== null || (await goesOn()));
  const back = done && product.ended() === null;
  const recoveredS = back ? (performance.now() - liftedMs) / 1_000 : null;
  const ended = product.ended();
  if (ended) {
    wrong.push(ended);
    await lab.restart();
    await until(patienceMs, goesOn);
  } else if (recoveredS === null) wrong.push(`it did not come back within ${patienceMs / 1_000} s`);
  else if (config.backWithinS !== null && recoveredS > config.backWithinS)
    wrong.push(`it came back after ${recoveredS.toFixed(1)} s`);
  const backMs = Date.now();

  await sleep(CALM_MS);
  const end = await traffic.stop();
  const after = await settled(lab);
  const sent = { sent: end.sent - start.sent, lost: end.lost - start.lost };
  const openMs = Math.floor((hurtMs - CLOSING_MS) / 1_000) * 1_000;
  const mayLose = ended !== null || faults.some((f) => f.losesOpenWindows);
  const balance = after
    ? balanceOf(before, after, sent, mayLose ? traffic.sentBetween(openMs, backMs) : 0)
    : { lostReports: 0, lostWindows: 0, wrong: ["the accounts did not come to rest"] };
  wrong.push(...balance.wrong);
  if (balance.wrong.length > 0) wrong.push(...(await lastSeconds(product.databaseUrl()).catch(() => [])));

  const expected = faults.flatMap((f) => f.raises);
  const hasOpened = () => receiver.alerts().some((a) => a.type === "incident.opened");
  const cleared = await until(CLEAR_MS, async () => {
    const { incidents: open } = await client.get<IncidentList>("/system/incidents?open=true");
    const waiting = await client.get<unknown[]>("/notifications/deliveries?state=waiting");
    return open.length === 0 && waiting.length === 0 && (expected.length === 0 || hasOpened());
  });
  if (!cleared && hasOpened()) wrong.push("incidents or their alerts are still open");
  const incidents = await client
    .get<IncidentList>("/system/incidents")
    .then((list) => list.incidents.filter((i) => i.raisedAt >= beganAt))
    .catch(() => null);
  const keys = (incidents ?? []).map((i) => i.key);
  const opened = receiver.alerts().filter((a) => a.type === "incident.opened");
  const over = receiver.alerts().filter((a) => a.type === "incident.cleared");
  const isExpected = (key: string | null): boolean => expected.some((e) => key?.startsWith(e));
  if (incidents === null) wrong.push("the API does not say what happened");
  if (expected.length > 0 && opened.length === 0) wrong.push("nobody was alerted");
  if (opened.length > faults.reduce((n, f) => n + (f.alertsAtMost ?? 1), 0))
    wrong.push(`${opened.length} alerts: ${opened.map((a) => a.subject).join("; ")}`);
  for (const { key, subject } of opened) if (!isExpected(key)) wrong.push(`alert out of place: ${subject}`);
  if (opened.length !== over.length) wrong.push(`${opened.length} alerts, ${over.length} of them cleared`);
  return {
    faults: faults.map((f) => f.id),
    survived: ended === null,
    recoveredS,
    ...{ lostReports: balance.lostReports, lostWindows: balance.lostWindows },
    alerts: opened.length,
    incidents: keys,
    wrong,
  };
}
