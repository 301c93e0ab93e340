import { z } from "zod";

/** Ports on which reports are expected unless the operator says otherwise (int-wire 2.3). */
export const DEFAULT_REPORT_PORTS: readonly number[] = [32766, 54321];

const port = z.int().min(1).max(65535);
const timeUnit = z.enum(["ns", "us"]);

/** One instruction of a domain: how many words it adds, to every hop or to the source's block only. */
const domainItemSchema = z.object({
  bit: z.int().min(0).max(15),
  name: z.string().min(1),
  words: z.int().min(1).max(16),
  sourceOnly: z.boolean().default(false),
});

const domainSchema = z.object({ id: z.int().min(1).max(0xffff), items: z.array(domainItemSchema).max(16) });

/**
 * What the wire does not say about an exporter (int-wire 3.1, 11.5). Every property has a default that reads standard reports and the
 * dialects that can be told apart; set one only where the formats are ambiguous.
 */
export const exporterProfileSchema = z.object({
  /** unit of ingress and egress timestamps; decoding keeps raw values, the matcher's node table takes the unit */
  timestampUnit: timeUnit.default("ns"),
  /** unit of the hop latency item */
  latencyUnit: timeUnit.default("ns"),
  /** INT header layout of the 8-bit shim family; `auto` tests the lengths */
  intLayout: z.enum(["auto", "0.4", "0.5", "1.0"]).default("auto"),
  /** widths of timestamps and level 2 ports in v1.0 (and of timestamps in v0.4): `wide` = 8-byte timestamps, 2+2-byte level 2 ids */
  itemWidths: z.enum(["auto", "standard", "wide"]).default("auto"),
  /** position of D, Q, F in the v1.0 report: `early` = before the reserved bits */
  reportFlags: z.enum(["auto", "standard", "early"]).default("auto"),
  /** where INT stands in TCP segments with options */
  tcpPlacement: z.enum(["auto", "after-options", "after-fixed-header"]).default("auto"),
  /** DSCP values that announce INT in the inner packet */
  intDscp: z.array(z.int().min(0).max(63)).default([0x17, 0x20]),
  /** UDP destination ports that announce INT in the inner packet */
  intPorts: z.array(port).default([]),
  /** GRE protocol type that announces INT; the specification leaves the number open, 0 = none */
  greProtocol: z.int().min(0).max(0xffff).default(0),
  /** domains whose extra words are known */
  domains: z
    .array(domainSchema)
    .default([{ id: 0x5453, items: [{ bit: 0, name: "sourceDevice", words: 2, sourceOnly: true }] }]),
});
export type ExporterProfile = z.infer<typeof exporterProfileSchema>;

/** Settings of a collector: report ports, and the profile of each exporter by its address; others get `defaultProfile`. */
export const telemetrySettingsSchema = z.object({
  reportPorts: z
    .array(port)
    .min(1)
    .default([...DEFAULT_REPORT_PORTS]),
  defaultProfile: exporterProfileSchema.prefault({}),
  exporters: z
    .array(
      z.object({
        address: z.union([z.ipv4(), z.ipv6()]),
        name: z.string().optional(),
        profile: exporterProfileSchema.prefault({}),
      }),
    )
    .default([]),
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
  /** 0 auto, 1 after options, 2 after the fixed header */
  readonly tcpPlacement: number;
  /** 1 where the DSCP announces INT */
  readonly dscp: Uint8Array;
  readonly intPorts: ReadonlySet<number>;
  readonly greProtocol: number;
  readonly domains: ReadonlyMap<number, DomainWords>;
};

/** Words of each DS instruction bit (index 0 = most significant), per hop and at the source only. */
export type DomainWords = { readonly hop: Uint8Array; readonly source: Uint8Array };

export function compileProfile(profile: ExporterProfile): DecodeOptions {
  const dscp = new Uint8Array(64);
  for (const value of profile.intDscp) dscp[value] = 1;
  const domains = new Map<number, DomainWords>();
  for (const domain of profile.domains) {
    const words = { hop: new Uint8Array(16), source: new Uint8Array(16) };
    for (const item of domain.items) (item.sourceOnly ? words.source : words.hop)[item.bit] = item.words;
    domains.set(domain.id, words);
  }
  return {
    intLayout: { auto: 0, "0.4": 4, "0.5": 5, "1.0": 10 }[profile.intLayout],
    itemWidths: { auto: 0, standard: 1, wide: 2 }[profile.itemWidths],
    reportFlags: { auto: 0, standard: 1, early: 2 }[profile.reportFlags],
    tcpPlacement: { auto: 0, "after-options": 1, "after-fixed-header": 2 }[profile.tcpPlacement],
    dscp,
    intPorts: new Set(profile.intPorts),
    greProtocol: profile.greProtocol,
    domains,
  };
}

export const DEFAULT_PROFILE: ExporterProfile = exporterProfileSchema.parse({});
export const DEFAULT_OPTIONS: DecodeOptions = compileProfile(DEFAULT_PROFILE);
