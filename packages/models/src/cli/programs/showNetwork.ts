import { showUs } from "../table.ts";
import { type RanStep, showStep } from "./showRun.ts";

/** A frame at a switch, with what happened to it there. */
export type NetworkVisit = { switch: string; port: number; atUs: number; bytes: string; steps: RanStep[] };

/** What became of each packet that a host of a network sent. */
export type NetworkRun = {
  device: string | null;
  packets: {
    packet: number;
    host: string;
    atUs: number;
    bytes: string;
    visits: NetworkVisit[];
    received: { host: string; atUs: number; bytes: string }[];
  }[];
};

/** Our choice: more packets than these are summed up. */
const MOST_SHOWN = 50;

/** A run for people: each packet with its way, then what each host received. */
export function showNetwork({ packets }: NetworkRun, withSteps: boolean): string {
  const shown = packets.slice(0, MOST_SHOWN).map((packet) => {
    const head = `packet ${packet.packet} from ${packet.host} at ${showUs(packet.atUs)} us\n`;
    const way = packet.visits.map((visit) => showVisit(visit, withSteps)).join("");
    const ends = packet.received.map(
      ({ host, atUs, bytes }) =>
        `  ${host} receives ${bytes.length / 2} bytes at ${showUs(atUs)} us: ${bytes}\n`,
    );
    return head + way + (ends.length > 0 ? ends.join("") : `  no host receives it\n`);
  });
  const left = packets.length - shown.length;
  const more = left > 0 ? [`${left} more packets: --json lists them\n`] : [];
  return [...shown, ...more, receiptsOf(packets)].join("\n");
}

function showVisit(visit: NetworkVisit, withSteps: boolean): string {
  const head = `  ${visit.switch} port ${visit.port} at ${showUs(visit.atUs)} us: ${fatesOf(visit)}\n`;
  return withSteps ? head + visit.steps.map(showStep).join("") : head;
}

const fatesOf = ({ steps }: NetworkVisit): string =>
  steps.flatMap((step) => (step.kind === "fate" ? [`${step.fate}: ${step.text}`] : [])).join("; ") ||
  "nothing leaves";

function receiptsOf(packets: NetworkRun["packets"]): string {
  const all = packets.flatMap(({ atUs: sentUs, received }) =>
    received.map(({ host, atUs }) => ({ host, atUs, tookUs: atUs - sentUs })),
  );
  const hosts = [...new Set(all.map(({ host }) => host))].sort();
  const lines = hosts.map((host) => {
    const own = all.filter((each) => each.host === host);
    const took = own.map(({ tookUs }) => tookUs);
    const range = `${showUs(Math.min(...took))} to ${showUs(Math.max(...took))} us under way`;
    return `${host} received ${own.length} of ${packets.length} packets sent, ${range}\n`;
  });
  return lines.length > 0 ? lines.join("") : "no host received anything\n";
}
