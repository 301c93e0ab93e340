export type Setup = { id: string; label: string; steps: { text: string; command: string | null }[] };

/** Where reports go: an address that the switch reaches, and the UDP port of the collector. */
export type Target = { address: string; port: number };

const LOOPBACK = new Set(["127.0.0.1", "::1", "localhost"]);

/** The address to print: that of the page when the collector listens everywhere, else the one it is bound to. */
export function targetOf(
  listen: { host: string; ports: readonly { port: number }[] },
  pageHost: string,
): Target {
  const everywhere = listen.host === "0.0.0.0" || listen.host === "::";
  return { address: everywhere ? pageHost : listen.host, port: listen.ports[0]?.port ?? 32766 };
}

/** True when no switch on another machine can reach the collector. */
export const isLoopback = (address: string): boolean => LOOPBACK.has(address);

/**
 * How each kind of switch is pointed at `target`, as commands ready to paste. Texts follow docs/07-int-on-switches.md.
 */
export function setupsFor({ address, port }: Target): Setup[] {
  return [
    {
      id: "send",
      label: "Try without a switch",
      steps: [
        {
          text: "Sends a known scenario of two switches and a VNF. Its exporter appears here at once.",
          command: `npx p4twin send lib:two-switches-vnf --to ${address}:${port} --rate 100 --count 1000`,
        },
      ],
    },
    {
      id: "bmv2",
      label: "BMv2",
      steps: [
        {
          text: "Clone reports to a mirror session whose port leads here. The program names the session: 1 in GÉANT's programs, 500 in ONOS; 4 is the port.",
          command: "mirroring_add 1 4",
        },
        {
          text: "Fill in the report header with the address of this server. GÉANT's table has no key, so it takes a default action.",
          command: `table_set_default tb_int_reporting send_report <switch mac> <switch ip> <mac of this server> ${address} ${port}`,
        },
        {
          text: "ONOS basic pipeline: its table has the key 1.",
          command: `table_add tb_generate_report do_report_encapsulation 1 => <switch mac> <mac of this server> <switch ip> ${address} ${port}`,
        },
        {
          text: "BMv2 counts in microseconds, which its reports show; to say it at once, choose its dialect (bmv2, geant-bmv2, onos-bmv2) in the settings of the exporter.",
          command: null,
        },
      ],
    },
    {
      id: "tofino",
      label: "Tofino",
      steps: [
        {
          text: "fabric-tna and Stratum: in the ONOS network configuration, under apps > org.stratumproject.fabric.tna.inbandtelemetry > report.",
          command: `"collectorIp": "${address}",\n"collectorPort": ${port}`,
        },
        {
          text: `Your own program: mirror to a port that leads here and prepend Ethernet, IPv4, UDP (destination ${address}, port ${port}) and the report header. Timestamps are nanoseconds.`,
          command: null,
        },
      ],
    },
    {
      id: "sonic",
      label: "SONiC",
      steps: [
        {
          text: "On switches whose ASIC offers INT: a report session in the DTel table of the configuration database.",
          command: `sonic-db-cli CONFIG_DB HSET 'DTEL_REPORT_SESSION|p4twin' SRC_IP <switch ip> DST_IP_LIST ${address} VRF default TRUNCATE_SIZE 512 UDP_DEST_PORT ${port}`,
        },
        {
          text: "Then what each hop adds, which flows are watched and which events are reported: the documentation has every command.",
          command: null,
        },
      ],
    },
  ];
}
