import type { ProfileOptions } from "../profile/profileOptions.ts";

export const DIALECT_IDS = [
  "auto",
  "standard",
  "bmv2",
  "fabric-tna",
  "fabric-tna-bmv2",
  "onos-bmv2",
  "geant-bmv2",
  "geant-tofino",
  "geant-0.4",
  "host-int",
  "cablelabs",
  "paolucci-bmv2",
  "vqueue-bmv2",
  "queue-bmv2",
  "vqueue-smartnic",
  "tcp-int",
  "mri",
  "ifa",
  "ioam-linux",
  "ipfix-fluvia",
  "cse-534-bmv2",
  "elavinal-bmv2",
] as const;
export type DialectId = (typeof DIALECT_IDS)[number];

/** A known kind of exporter: what it sets of a profile, in words what its numbers mean, and where that is written. */
export type Dialect = { id: DialectId; title: string; note: string; sets: ProfileOptions; source: string };

/** Implementations found in the wild; what can be recognised from the bytes stays `auto`. */
export const DIALECTS: readonly Dialect[] = [
  {
    id: "auto",
    title: "Recognised from the bytes",
    note: "Reads the specified formats, and of the dialects what their bytes give away. Units are inferred from the reports.",
    sets: {},
    source: "INT and Telemetry Report, p4.org", // [int-recognition]
  },
  {
    id: "standard",
    title: "INT and Telemetry Report as specified",
    note: "Nanoseconds; where two layouts have the same length, the specified one.",
    sets: {
      timestampUnit: "ns",
      latencyUnit: "ns",
      itemWidths: "standard",
      reportFlags: "standard",
      intFlags: "standard",
    },
    source: "p4.org INT v0.5 to v2.1, Telemetry Report v0.5 to v2.0",
  },
  {
    id: "bmv2",
    title: "BMv2 (simple_switch)",
    note: "Timestamps and latencies in microseconds since the switch started.",
    sets: { timestampUnit: "us", latencyUnit: "us" },
    source: "p4lang/behavioral-model", // [int-platforms]
  },
  {
    id: "fabric-tna",
    title: "fabric-tna (Stratum) on Tofino",
    note: "Report v0.5. Latency from ingress MAC to egress parser: without the egress pipeline and sending.",
    sets: { timestampUnit: "ns", latencyUnit: "ns", intDscp: [] },
    source: "stratum/fabric-tna", // [int-fabric-tna]
  },
  {
    id: "fabric-tna-bmv2",
    title: "fabric-tna (Stratum) on BMv2",
    note: "Report v0.5 whose nanosecond fields hold microseconds.",
    sets: { timestampUnit: "us", latencyUnit: "us", intDscp: [] },
    source: "stratum/fabric-tna", // [int-fabric-tna]
  },
  {
    id: "onos-bmv2",
    title: "ONOS basic pipeline on BMv2",
    note: "INT v1.0 with version 0, report v1.0 with early flags, sequence always 0: loss cannot be seen. The sink's egress port is its report port.",
    sets: { timestampUnit: "us", latencyUnit: "us", intDscp: [0x17], tcpPlacement: "after-fixed-header" },
    source: "opennetworkinglab/onos", // [int-onos]
  },
  {
    id: "geant-bmv2",
    title: "GEANT int-platforms on BMv2",
    note: "8-byte timestamps in nanoseconds, hop latency in microseconds; the sink's own latency is its uptime and is taken out.",
    sets: {
      timestampUnit: "ns",
      latencyUnit: "us",
      itemWidths: "wide",
      intDscp: [0x20],
      tcpPlacement: "after-fixed-header",
    },
    source: "GEANT-DataPlaneProgramming/int-platforms", // [int-geant]
  },
  {
    id: "geant-tofino",
    title: "GEANT int-platforms on Tofino",
    note: "8-byte timestamps that wrap at 48 bits; everything in nanoseconds.",
    sets: {
      timestampUnit: "ns",
      latencyUnit: "ns",
      itemWidths: "wide",
      clockBits: 48,
      intDscp: [0x20],
      tcpPlacement: "after-fixed-header",
    },
    source: "GEANT-DataPlaneProgramming/int-platforms", // [int-geant]
  },
  {
    id: "geant-0.4",
    title: "GEANT int-platforms, INT v0.4",
    note: "8-byte timestamps in a v0.4 header.",
    sets: { intLayout: "0.4", itemWidths: "wide", intDscp: [0x20] },
    source: "GEANT-DataPlaneProgramming/int-platforms", // [int-v0.5]
  },
  {
    id: "host-int",
    title: "Host-INT",
    note: "Report v0.5 from an IPv4 header on, hops are hosts, one flow sequence behind the stack; drop summaries tell how many packets are missing.",
    sets: { timestampUnit: "ns", latencyUnit: "ns", intDscp: [], tcpPlacement: "after-fixed-header" },
    source: "intel/host-int", // [int-host-int]
  },
  {
    id: "cablelabs",
    title: "CableLabs transparent-security",
    note: "INT v2 draft, domain 0x5453; flags two bits late, sequence in the upper 16 bits of its field.",
    sets: { intPorts: [555], intFlags: "late", sequenceShift: 6 },
    source: "cablelabs/transparent-security", // [int-cablelabs]
  },
  {
    id: "paolucci-bmv2",
    title: "Latency control of Paolucci et al. (BMv2)",
    note: "No report: 24 bytes of INT behind the UDP header (v1.0 layout with version 0; node, latency, egress timestamp in microseconds). The packets themselves are mirrored to the collector.",
    sets: { timestampUnit: "us", latencyUnit: "us", intDscp: [0x17], payload: "int" },
    source: "Paolucci et al., Fig. 21", // [int-paolucci]
  },
  {
    id: "vqueue-bmv2",
    title: "vQueue in the IPv4 identification (BMv2)",
    note: "Mirrored packets. Milliseconds: virtual queue in bits 5 to 0, real queue in bits 11 to 6, drops before this packet in bits 15 to 12.",
    sets: { latencyUnit: "us", payload: "ip", ipIdentification: "vqueue-bmv2", intDscp: [] },
    source: "Harkous, 6.4.1",
  },
  {
    id: "queue-bmv2",
    title: "Queue in the IPv4 identification (BMv2)",
    note: "Mirrored packets. Milliseconds of the real queue in bits 11 to 0.",
    sets: { latencyUnit: "us", payload: "ip", ipIdentification: "queue-bmv2", intDscp: [] },
    source: "Harkous, 6.4.1",
  },
  {
    id: "vqueue-smartnic",
    title: "vQueue in the IPv4 identification (SmartNIC)",
    note: "Mirrored packets. Milliseconds of the virtual queue in bits 8 to 0, drops in bits 15 to 9; the real queue is not known.",
    sets: { latencyUnit: "us", payload: "ip", ipIdentification: "vqueue-smartnic", intDscp: [] },
    source: "Harkous, 6.4.1",
  },
  {
    id: "tcp-int",
    title: "TCP-INT",
    note: "Mirrored packets with a TCP option: the most loaded link of the path and the sum of the hop latencies.",
    sets: { payload: "ip", tcpInt: "on", intDscp: [] },
    source: "p4lang/p4app-TCP-INT", // [int-tcp-int]
  },
  {
    id: "mri",
    title: "MRI of the P4 tutorials",
    note: "Mirrored packets with an IPv4 option: switch and queue depth of each hop, no times.",
    sets: { payload: "ip", mri: true, intDscp: [] },
    source: "p4lang/tutorials", // [int-tutorials]
  },
  {
    id: "ifa",
    title: "IFA 2.0 in mirrored packets",
    note: "Datagrams that hold packets from their IP header on. Residence time per hop in nanoseconds, queue depth in cells, ports of the ASIC.",
    sets: { payload: "ip", intDscp: [] },
    source: "draft-kumar-ippm-ifa-08", // [formats-ifa]
  },
  {
    id: "ioam-linux",
    title: "IOAM trace of Linux in mirrored packets",
    note: "Datagrams that hold IPv6 packets. Times are seconds and microseconds; nodes tell no transit delay, so a hop is the time to the next one, for clocks that are synchronised.",
    sets: { payload: "ip", intDscp: [], ioamTime: "posix", clocksSynchronised: true },
    source: "RFC 9197, RFC 9486, Linux", // [formats-ioam]
  },
  {
    id: "ipfix-fluvia",
    title: "IPFIX of fluvia",
    note: "Path delays in the elements 521 to 528, which the registry has given to others since.",
    sets: { delayElements: "fluvia" },
    source: "nttcom/fluvia", // [formats-ipfix]
  },
  {
    id: "cse-534-bmv2",
    title: "CSE-534 In-band Network Telemetry on BMv2",
    note: "Mirrored packets behind a UDP header of length 0, which only a capture or an interface shows. The shim counts hops; every node has id 1; the destination is the collector's; the sink tells its uptime, which is taken out.",
    sets: {
      ...{ timestampUnit: "us", latencyUnit: "us", payload: "ip" },
      ...{ intDscp: [], intPorts: [1234], intV2Layout: "length-hops" },
    },
    source: "sugaredbutter/CSE-534-In-band-Network-Telemetry", // [int-deviations]
  },
  {
    id: "elavinal-bmv2",
    title: "elavinal/p4-int on BMv2",
    note: "Mirrored packets of INT v2.1 whose domain words and bitmap are in reverse order; the domain id tells the flow. The egress time of transit switches is no time.",
    sets: {
      ...{ timestampUnit: "us", latencyUnit: "us", payload: "ip" },
      ...{ intDscp: [0x17], intV2Layout: "domain-reversed" },
    },
    source: "elavinal/p4-int", // [int-deviations]
  },
];
