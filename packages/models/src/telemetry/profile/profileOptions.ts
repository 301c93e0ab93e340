import { z } from "zod";

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
 * What the wire does not say about an exporter [int-items] [int-settings]. What is left out comes from the
 * dialect, then from `OPTION_DEFAULTS`, which read standard reports and every dialect that can be told apart
 * by its bytes.
 */
export const profileOptionsSchema = z.object({
  /**
   * unit of ingress and egress timestamps, for nodes that have no clock of their own in the bindings; left out, and not
   * said by the dialect: inferred from the reports (`UnitEvidence`), nanoseconds until then
   */
  timestampUnit: timeUnit.optional(),
  /** unit of the hop latency item */
  latencyUnit: timeUnit.optional(),
  /**
   * bits in which 8-byte timestamps count before they wrap: Tofino writes its 48-bit clock into 64 bits [int-platforms]
   */
  clockBits: z.literal([48, 64]).optional(),
  /** INT header layout of the 8-bit shim family; `auto` tests the lengths */
  intLayout: z.enum(["auto", "0.4", "0.5", "1.0"]).optional(),
  /**
   * widths of timestamps and level 2 ports in v1.0 (and of timestamps in v0.4): `wide` = 8-byte timestamps,
   * 2+2-byte level 2 ids
   */
  itemWidths: z.enum(["auto", "standard", "wide"]).optional(),
  /** position of D, Q, F in the v1.0 report: `early` = before the reserved bits */
  reportFlags: z.enum(["auto", "standard", "early"]).optional(),
  /**
   * position of D, E, M in the v2.x INT header: `late` = two bits later (CableLabs); `auto` sees it in their
   * domain only
   */
  intFlags: z.enum(["auto", "standard", "late"]).optional(),
  /** bits by which the sequence of report v2.0 is shifted to the left (CableLabs: 6) */
  sequenceShift: z.int().min(0).max(16).optional(),
  /** where INT stands in TCP segments with options */
  tcpPlacement: z.enum(["auto", "after-options", "after-fixed-header"]).optional(),
  /** DSCP values that announce INT in the inner packet */
  intDscp: z.array(z.int().min(0).max(63)).optional(),
  /** UDP destination ports that announce INT in the inner packet */
  intPorts: z.array(port).optional(),
  /** GRE protocol type that announces INT; the specification leaves the number open, 0 = none */
  greProtocol: z.int().min(0).max(0xffff).optional(),
  /** domains whose extra words are known */
  domains: z.array(domainSchema).optional(),
  /**
   * layout of INT v2.x: `length-hops` = the shim counts hops and the header has no domain, `domain-reversed` = domain and
   * bitmap in reverse order; neither is ever guessed [int-deviations]
   */
  intV2Layout: z.enum(["specified", "length-hops", "domain-reversed"]).optional(),
  /**
   * what a datagram holds: a telemetry report, the INT shim itself, or a whole mirrored packet from its
   * Ethernet or IP header on
   */
  payload: z.enum(["report", "int", "ethernet", "ip"]).optional(),
  /** what a switch writes into the IPv4 identification of the packets it forwards (Harkous, 6.4.1) */
  ipIdentification: z.enum(["none", "vqueue-bmv2", "queue-bmv2", "vqueue-smartnic"]).optional(),
  /** node that packets come from whose telemetry names none; null = not known */
  nodeId: z.int().min(0).max(0xfffffffe).nullable().optional(),
  /** read the TCP-INT option, kind 0x72; `echoLinkFirst` = the order of its README [int-tcp-int] */
  tcpInt: z.enum(["off", "on", "echoLinkFirst"]).optional(),
  /** read the IPv4 option 31 of the tutorials' MRI [int-tutorials] */
  mri: z.boolean().optional(),
  /** IP protocol numbers under which IFA 2.0 is looked for in mirrored packets [formats-ifa] */
  ifaProtocols: z.array(z.int().min(0).max(255)).optional(),
  /** times of IOAM: `posix` s and us (Linux), `ptp` s and ns, `ntp` 2^-32 s; `unknown`: not read [formats-ioam] */
  ioamTime: z.enum(["unknown", "posix", "ptp", "ntp"]).optional(),
  /**
   * all nodes of an IOAM trace have one time: a node that tells no transit delay takes the time from arriving there to
   * arriving at the next one
   */
  clocksSynchronised: z.boolean().optional(),
  /** elements of path delay in IPFIX: as registered, or numbered as fluvia does [formats-ipfix] */
  delayElements: z.enum(["registered", "fluvia"]).optional(),
});
export type ProfileOptions = z.infer<typeof profileOptionsSchema>;
export type TimeUnit = z.infer<typeof timeUnit>;
/** Every option settled; a unit that nobody has said is null. */
export type ResolvedOptions = Required<Omit<ProfileOptions, "timestampUnit" | "latencyUnit">> & {
  timestampUnit: TimeUnit | null;
  latencyUnit: TimeUnit | null;
};

/** Domain of "Transparent Security", the only one that the specification names [int-v2]. */
export const TRANSPARENT_SECURITY = 0x5453;

export const OPTION_DEFAULTS: ResolvedOptions = {
  timestampUnit: null,
  latencyUnit: null,
  clockBits: 64,
  intLayout: "auto",
  itemWidths: "auto",
  reportFlags: "auto",
  intFlags: "auto",
  intV2Layout: "specified",
  sequenceShift: 0,
  tcpPlacement: "auto",
  intDscp: [0x17, 0x20],
  intPorts: [],
  greProtocol: 0,
  domains: [
    { id: TRANSPARENT_SECURITY, items: [{ bit: 0, name: "sourceDevice", words: 2, sourceOnly: true }] },
  ],
  payload: "report",
  ipIdentification: "none",
  nodeId: null,
  tcpInt: "off",
  mri: false,
  ifaProtocols: [253],
  ioamTime: "unknown",
  clocksSynchronised: false,
  delayElements: "registered",
};
