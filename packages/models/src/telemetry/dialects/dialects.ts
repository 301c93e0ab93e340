import { type ExporterProfile, exporterProfileSchema } from "../profile.ts";

/** A known kind of exporter: its profile, and in words what its numbers mean. Data for pages and settings. */
export type Dialect = { id: string; title: string; note: string; profile: ExporterProfile };

const dialect = (id: string, title: string, note: string, profile: Partial<ExporterProfile>): Dialect => ({
  id,
  title,
  note,
  profile: exporterProfileSchema.parse(profile),
});

/** Implementations found in the wild (int-wire 6); what can be recognised from the bytes stays `auto`. */
export const dialects: readonly Dialect[] = [
  dialect(
    "standard",
    "INT and Telemetry Report as specified",
    "Timestamps and latencies in nanoseconds.",
    {},
  ),
  dialect(
    "bmv2",
    "BMv2 (simple_switch)",
    "Timestamps and latencies in microseconds since the switch started.",
    {
      timestampUnit: "us",
      latencyUnit: "us",
    },
  ),
  dialect(
    "fabric-tna",
    "fabric-tna on Tofino",
    "Report v0.5. Latency from ingress MAC to egress parser: without the egress pipeline and sending.",
    { intDscp: [] },
  ),
  dialect("fabric-tna-bmv2", "fabric-tna on BMv2", "Report v0.5 whose nanosecond fields hold microseconds.", {
    timestampUnit: "us",
    latencyUnit: "us",
    intDscp: [],
  }),
  dialect(
    "onos-bmv2",
    "ONOS basic pipeline on BMv2",
    "INT v1.0 with version 0, report v1.0 with early flags, sequence always 0: loss cannot be seen. The sink's egress port is its report port.",
    { timestampUnit: "us", latencyUnit: "us", intDscp: [0x17], tcpPlacement: "after-fixed-header" },
  ),
  dialect(
    "geant-bmv2",
    "GEANT int-platforms on BMv2",
    "8-byte timestamps in nanoseconds, hop latency in microseconds; the sink's own latency is its uptime and is taken out.",
    { latencyUnit: "us", itemWidths: "wide", intDscp: [0x20], tcpPlacement: "after-fixed-header" },
  ),
  dialect("geant-tofino", "GEANT int-platforms on Tofino", "8-byte timestamps; everything in nanoseconds.", {
    itemWidths: "wide",
    intDscp: [0x20],
    tcpPlacement: "after-fixed-header",
  }),
  dialect("geant-0.4", "GEANT int-platforms, INT v0.4", "8-byte timestamps in a v0.4 header.", {
    intLayout: "0.4",
    itemWidths: "wide",
    intDscp: [0x20],
  }),
  dialect(
    "paolucci-bmv2",
    "Latency control of Paolucci et al. (BMv2)",
    "INT v1.0 layout with version 0; bitmap 0xA4: node, latency, egress timestamp, in microseconds.",
    { timestampUnit: "us", latencyUnit: "us", intDscp: [0x17] },
  ),
  dialect(
    "cablelabs",
    "CableLabs transparent-security",
    "INT v2 draft, domain 0x5453; flags two bits late, sequence in the upper 16 bits of its field.",
    { intPorts: [555] },
  ),
];
