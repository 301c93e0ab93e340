import { z } from "zod";
import { DIALECT_IDS, DIALECTS } from "../dialects/dialects.ts";
import { NTP_TIME, POSIX_TIME, PTP_TIME, UNKNOWN_TIME } from "../ioam/time.ts";
import { normalAddress } from "../packet/address.ts";
import {
  OPTION_DEFAULTS,
  profileOptionsSchema,
  type ResolvedOptions,
  type TimeUnit,
} from "./profileOptions.ts";

/** Ports of reports, IPFIX and sFlow unless the operator says otherwise [int-ports] [formats-ports]. */
export const DEFAULT_REPORT_PORTS: readonly number[] = [32766, 54321, 4739, 6343];

const port = z.int().min(1).max(65535);

/** An exporter's dialect, and where it deviates from it. `auto` reads what the bytes tell, with the default options. */
export const exporterProfileSchema = profileOptionsSchema.extend({
  dialect: z.enum(DIALECT_IDS).default("auto"),
});
export type ExporterProfile = z.infer<typeof exporterProfileSchema>;

/** How much of an exporter is taken; what is refused or passed over is counted by the collector. */
const limits = {
  /** datagrams a second beyond which the rest of the second is refused; null = none */
  maxDatagramsPerSecond: z.int().min(1).max(100_000_000).nullable(),
  /** 1 takes every datagram, n one in n; the others are counted as sampled out */
  sampleOneIn: z.int().min(1).max(1_000_000),
};

/** Settings of one exporter, by its source address. What is left out is that of exporters that are not listed. */
const exporterSettingsSchema = z.object({
  address: z.union([z.ipv4(), z.ipv6()]),
  name: z.string().optional(),
  profile: exporterProfileSchema.optional(),
  maxDatagramsPerSecond: limits.maxDatagramsPerSecond.optional(),
  sampleOneIn: limits.sampleOneIn.optional(),
});

/** Settings of a collector: report ports, what holds for every exporter, and the exporters that differ. */
export const telemetrySettingsSchema = z.object({
  reportPorts: z
    .array(port)
    .min(1)
    .default([...DEFAULT_REPORT_PORTS]),
  /** true: datagrams of exporters that are not listed are refused (and counted) */
  acceptedOnly: z.boolean().default(false),
  defaultProfile: exporterProfileSchema.prefault({}),
  maxDatagramsPerSecond: limits.maxDatagramsPerSecond.default(null),
  sampleOneIn: limits.sampleOneIn.default(1),
  exporters: z.array(exporterSettingsSchema).default([]),
});
export type TelemetrySettings = z.infer<typeof telemetrySettingsSchema>;

/** A profile as numbers and tables, made once per exporter; the decoders read only this. */
export type DecodeOptions = {
  /** 0 auto, else the layout version: 4, 5 or 10 */
  readonly intLayout: number;
  /** 0 auto, 1 standard, 2 wide */
  readonly itemWidths: number;
  /** 0 auto, 1 standard, 2 early */
  readonly reportFlags: number;
  /** 0 auto, 1 standard, 2 late */
  readonly intFlags: number;
  /** 0 as specified, else `V2_LENGTH_HOPS` or `V2_DOMAIN_REVERSED` */
  readonly intV2Layout: number;
  readonly sequenceShift: number;
  /** 0 auto, 1 after options, 2 after the fixed header */
  readonly tcpPlacement: number;
  /** 1 where the DSCP announces INT */
  readonly dscp: Uint8Array;
  readonly intPorts: ReadonlySet<number>;
  readonly greProtocol: number;
  readonly domains: ReadonlyMap<number, DomainWords>;
  /** UNIT_ bits of the batch's `units` column */
  readonly units: number;
  /** 0 report, 1 INT shim, 2 packet from Ethernet, 3 packet from IP */
  readonly payload: number;
  /** 0 none, else the mode of the identification field: 1 vQueue BMv2, 2 queue BMv2, 3 vQueue SmartNIC */
  readonly ipIdentification: number;
  /** what stands behind the end was cut away by a capture tool: a stack keeps its whole hops */
  readonly isCut: boolean;
  /** -1 = not known */
  readonly nodeId: number;
  /** 0 off, 1 on, 2 with the echo's link speed first */
  readonly tcpInt: number;
  readonly mri: boolean;
  readonly ifaProtocols: ReadonlySet<number>;
  /** as `ioam/time.ts` numbers them */
  readonly ioamTime: number;
  readonly clocksSynchronised: boolean;
  /** 0 as registered, 1 as fluvia numbers them */
  readonly delayElements: number;
};

export const V2_LENGTH_HOPS = 1;
export const V2_DOMAIN_REVERSED = 2;

/** Bits of `units`: what the numbers of a report's hops count in. */
export const UNIT_TIMESTAMP_US = 1;
export const UNIT_LATENCY_US = 2;
/** 8-byte timestamps wrap at 48 bits. */
export const UNIT_CLOCK_48 = 4;
/** Nobody has said the unit: what the other bits say is assumed. */
export const UNIT_TIMESTAMP_OPEN = 8;
export const UNIT_LATENCY_OPEN = 16;

/** Words of each DS instruction bit (index 0 = most significant), per hop and at the source only. */
type DomainWords = { readonly hop: Uint8Array; readonly source: Uint8Array };

/** Every option of a profile: its own, else its dialect's, else the default. */
function resolveProfile(profile: ExporterProfile): ResolvedOptions {
  const { dialect, ...own } = profile;
  const sets = DIALECTS.find(({ id }) => id === dialect)?.sets ?? {};
  const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
  return { ...OPTION_DEFAULTS, ...sets, ...given };
}

export function compileProfile(profile: ExporterProfile): DecodeOptions {
  const options = resolveProfile(profile);
  const dscp = new Uint8Array(64);
  for (const value of options.intDscp) dscp[value] = 1;
  const domains = new Map<number, DomainWords>();
  for (const domain of options.domains) {
    const words = { hop: new Uint8Array(16), source: new Uint8Array(16) };
    for (const item of domain.items) (item.sourceOnly ? words.source : words.hop)[item.bit] = item.words;
    domains.set(domain.id, words);
  }
  return {
    intLayout: { auto: 0, "0.4": 4, "0.5": 5, "1.0": 10 }[options.intLayout],
    itemWidths: { auto: 0, standard: 1, wide: 2 }[options.itemWidths],
    reportFlags: { auto: 0, standard: 1, early: 2 }[options.reportFlags],
    intFlags: { auto: 0, standard: 1, late: 2 }[options.intFlags],
    intV2Layout: { specified: 0, "length-hops": V2_LENGTH_HOPS, "domain-reversed": V2_DOMAIN_REVERSED }[
      options.intV2Layout
    ],
    sequenceShift: options.sequenceShift,
    tcpPlacement: { auto: 0, "after-options": 1, "after-fixed-header": 2 }[options.tcpPlacement],
    dscp,
    intPorts: new Set(options.intPorts),
    greProtocol: options.greProtocol,
    domains,
    units:
      (options.timestampUnit === "us" ? UNIT_TIMESTAMP_US : 0) |
      (options.latencyUnit === "us" ? UNIT_LATENCY_US : 0) |
      (options.timestampUnit === null ? UNIT_TIMESTAMP_OPEN : 0) |
      (options.latencyUnit === null ? UNIT_LATENCY_OPEN : 0) |
      (options.clockBits === 48 ? UNIT_CLOCK_48 : 0),
    payload: { report: 0, int: 1, ethernet: 2, ip: 3 }[options.payload],
    ipIdentification: { none: 0, "vqueue-bmv2": 1, "queue-bmv2": 2, "vqueue-smartnic": 3 }[
      options.ipIdentification
    ],
    isCut: false,
    nodeId: options.nodeId ?? -1,
    tcpInt: { off: 0, on: 1, echoLinkFirst: 2 }[options.tcpInt],
    mri: options.mri,
    ifaProtocols: new Set(options.ifaProtocols),
    ioamTime: { unknown: UNKNOWN_TIME, posix: POSIX_TIME, ptp: PTP_TIME, ntp: NTP_TIME }[options.ioamTime],
    clocksSynchronised: options.clocksSynchronised,
    delayElements: { registered: 0, fluvia: 1 }[options.delayElements],
  };
}

/** Units that a profile or its dialect says; null where they leave one open. */
export type ProfileUnits = { timestamp: TimeUnit | null; latency: TimeUnit | null };

export function unitsOfProfile(profile: ExporterProfile): ProfileUnits {
  const { timestampUnit, latencyUnit } = resolveProfile(profile);
  return { timestamp: timestampUnit, latency: latencyUnit };
}

/** Options that differ in their units alone, by these. */
const variants = new WeakMap<DecodeOptions, Map<number, DecodeOptions>>();

/**
 * One object for all exporters that are read alike: a structure that was learnt is remembered by its options, and each
 * exporter's own would have the others learn it again and again.
 */
function variantOf(options: DecodeOptions, units: number): DecodeOptions {
  const known = variants.get(options) ?? new Map([[options.units, options]]);
  const found = known.get(units) ?? { ...options, units };
  known.set(units, found);
  for (const each of [options, found]) variants.set(each, known);
  return found;
}

/** The bits of a profile with units that were inferred, where it leaves them open; null: still not known. */
export function unitBits(units: number, timestamp: TimeUnit | null, latency: TimeUnit | null): number {
  let bits = units;
  if (timestamp !== null && bits & UNIT_TIMESTAMP_OPEN)
    bits = (bits & ~UNIT_TIMESTAMP_OPEN) | (timestamp === "us" ? UNIT_TIMESTAMP_US : 0);
  if (latency !== null && bits & UNIT_LATENCY_OPEN)
    bits = (bits & ~UNIT_LATENCY_OPEN) | (latency === "us" ? UNIT_LATENCY_US : 0);
  return bits;
}

/** The options with such bits. */
export function withUnits(
  options: DecodeOptions,
  timestamp: TimeUnit | null,
  latency: TimeUnit | null,
): DecodeOptions {
  const units = unitBits(options.units, timestamp, latency);
  return units === options.units ? options : variantOf(options, units);
}

/** True while nobody has said the unit of timestamps or latencies. */
export const unitsAreOpen = ({ units }: DecodeOptions): boolean =>
  (units & (UNIT_TIMESTAMP_OPEN | UNIT_LATENCY_OPEN)) !== 0;

/** Units by which times are read, whoever said them. */
export const unitsOf = ({ units }: DecodeOptions): { timestamp: TimeUnit; latency: TimeUnit } => ({
  timestamp: units & UNIT_TIMESTAMP_US ? "us" : "ns",
  latency: units & UNIT_LATENCY_US ? "us" : "ns",
});

const DEFAULT_PROFILE: ExporterProfile = exporterProfileSchema.parse({});
export const DEFAULT_OPTIONS: DecodeOptions = compileProfile(DEFAULT_PROFILE);

/** What a collector does with one exporter. */
export type ExporterPolicy = {
  readonly name: string | null;
  /** false: its datagrams are refused, because only listed exporters are accepted */
  readonly accepted: boolean;
  readonly options: DecodeOptions;
  readonly maxDatagramsPerSecond: number | null;
  readonly sampleOneIn: number;
};

/**
 * Compiles settings once; the function returned gives the policy of an address (spelled as
 * `formatIpv4`/`formatIpv6` write it). A collector asks once per exporter and keeps the answer with its
 * counters, so that the packet path reads a field.
 */
export function compileSettings(settings: TelemetrySettings): (address: string) => ExporterPolicy {
  const others: ExporterPolicy = {
    name: null,
    accepted: !settings.acceptedOnly,
    options: compileProfile(settings.defaultProfile),
    maxDatagramsPerSecond: settings.maxDatagramsPerSecond,
    sampleOneIn: settings.sampleOneIn,
  };
  const listed = new Map<string, ExporterPolicy>();
  for (const exporter of settings.exporters) {
    const { profile, maxDatagramsPerSecond, sampleOneIn } = exporter;
    listed.set(normalAddress(exporter.address), {
      name: exporter.name ?? null,
      accepted: true,
      options: profile === undefined ? others.options : compileProfile(profile),
      // null is a value: no limit, whatever holds for the others
      maxDatagramsPerSecond:
        maxDatagramsPerSecond === undefined ? others.maxDatagramsPerSecond : maxDatagramsPerSecond,
      sampleOneIn: sampleOneIn ?? others.sampleOneIn,
    });
  }
  return (address) => listed.get(address) ?? others;
}
