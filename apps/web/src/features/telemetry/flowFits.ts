import { type Cidr, type IpAddress, parseCidr, parseIp } from "@p4twin/models/telemetry";

type Flow = { src: string; dst: string; proto: number; srcPort: number | null; dstPort: number | null };
/** Which packets a segment wants; null leaves a field open. */
export type WantedFlow = {
  src: string | null;
  dst: string | null;
  proto: number | null;
  srcPort: number | null;
  dstPort: number | null;
};

const holds = (prefix: Cidr, { family, words }: IpAddress): boolean =>
  prefix.family === family && prefix.words.every((word, i) => ((word ^ words[i]) & prefix.masks[i]) === 0);

function addressFits(wanted: string | null, address: string): boolean {
  if (wanted === null) return true;
  const [prefix, ip] = [parseCidr(wanted), parseIp(address)];
  return prefix !== null && ip !== null && holds(prefix, ip);
}

/** True when a flow is one of those that a segment wants; a segment without flows wants all. */
export function flowFits(wanted: readonly WantedFlow[], flow: Flow | null): boolean {
  if (wanted.length === 0) return true;
  if (flow === null) return false;
  return wanted.some(
    (w) =>
      addressFits(w.src, flow.src) &&
      addressFits(w.dst, flow.dst) &&
      (w.proto === null || w.proto === flow.proto) &&
      (w.srcPort === null || w.srcPort === flow.srcPort) &&
      (w.dstPort === null || w.dstPort === flow.dstPort),
  );
}
