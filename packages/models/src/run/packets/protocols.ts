/** A field of a header that everybody knows; `value` is what it is when nobody says otherwise. */
type ProtocolField = {
  name: string;
  width: number;
  value: bigint;
  /** what other tools and programs call it */
  also?: readonly string[];
};

export type Protocol = {
  name: string;
  also: readonly string[];
  fields: readonly ProtocolField[];
  /** the field that says what comes next, and in which numbers */
  next?: { field: string; by: Numbering };
  /** what the protocol below calls this one */
  numbers: Partial<Record<Numbering, bigint>>;
};

/** EtherTypes, IP protocols, ports of UDP. */
type Numbering = "type" | "proto" | "port";

const field = (name: string, width: number, value: number | bigint, ...also: string[]): ProtocolField => ({
  name,
  width,
  value: BigInt(value),
  also,
});

/**
 * Headers by their RFCs. Values that nobody gives are those of scapy where it has fixed ones (checksums, lengths and
 * types are computed); addresses are our choice: MAC 02:00:00:00:00:01 to :02,
 * IP 10.0.0.1 to 10.0.0.2, 2001:db8::1 to ::2.
 */
export const PROTOCOLS: readonly Protocol[] = [
  {
    name: "eth",
    also: ["ether", "ethernet"],
    fields: [
      field("dst", 48, 0x020000000002n, "dst_addr", "dst_mac"),
      field("src", 48, 0x020000000001n, "src_addr", "src_mac"),
      field("type", 16, 0x9000, "ether_type", "ethertype"),
    ],
    next: { field: "type", by: "type" },
    numbers: { type: 0x6558n },
  },
  {
    name: "vlan",
    also: ["dot1q", "vlan_tag"],
    fields: [
      field("pcp", 3, 0, "prio"),
      field("dei", 1, 0, "cfi"),
      field("vid", 12, 1, "vlan", "id"),
      field("type", 16, 0, "ether_type", "ethertype"),
    ],
    next: { field: "type", by: "type" },
    numbers: { type: 0x8100n },
  },
  {
    name: "mpls",
    also: [],
    fields: [
      field("label", 20, 3),
      field("tc", 3, 0, "cos", "exp"),
      field("bos", 1, 1, "s"),
      field("ttl", 8, 0),
    ],
    numbers: { type: 0x8847n },
  },
  {
    name: "arp",
    also: [],
    fields: [
      field("htype", 16, 1, "hwtype", "hw_type"),
      field("ptype", 16, 0x0800, "proto_type"),
      field("hlen", 8, 6, "hwlen", "hw_addr_len"),
      field("plen", 8, 4, "proto_addr_len"),
      field("op", 16, 1, "oper", "opcode"),
      field("sha", 48, 0x020000000001n, "hwsrc"),
      field("spa", 32, 0x0a000001, "psrc"),
      field("tha", 48, 0, "hwdst"),
      field("tpa", 32, 0x0a000002, "pdst"),
    ],
    numbers: { type: 0x0806n },
  },
  {
    name: "ipv4",
    also: ["ip"],
    fields: [
      field("version", 4, 4),
      field("ihl", 4, 5),
      field("tos", 8, 0, "diffserv"),
      field("len", 16, 0, "total_len", "total_length"),
      field("id", 16, 1, "identification"),
      field("flags", 3, 0),
      field("frag", 13, 0, "frag_offset", "fragment_offset"),
      field("ttl", 8, 64),
      field("proto", 8, 0, "protocol"),
      field("chksum", 16, 0, "checksum", "hdr_checksum", "header_checksum"),
      field("src", 32, 0x0a000001, "src_addr", "src_ip"),
      field("dst", 32, 0x0a000002, "dst_addr", "dst_ip"),
    ],
    next: { field: "proto", by: "proto" },
    numbers: { type: 0x0800n, proto: 4n },
  },
  {
    name: "ipv6",
    also: [],
    fields: [
      field("version", 4, 6),
      field("tc", 8, 0, "traffic_class"),
      field("fl", 20, 0, "flow", "flow_label"),
      field("plen", 16, 0, "payload_len", "payload_length"),
      field("nh", 8, 59, "next_hdr", "next_header"),
      field("hlim", 8, 64, "hop_limit", "ttl"),
      field("src", 128, 0x20010db8000000000000000000000001n, "src_addr"),
      field("dst", 128, 0x20010db8000000000000000000000002n, "dst_addr"),
    ],
    next: { field: "nh", by: "proto" },
    numbers: { type: 0x86ddn, proto: 41n },
  },
  {
    name: "tcp",
    also: [],
    fields: [
      field("sport", 16, 20, "src_port"),
      field("dport", 16, 80, "dst_port"),
      field("seq", 32, 0, "seq_no"),
      field("ack", 32, 0, "ack_no"),
      field("dataofs", 4, 5, "data_offset"),
      field("reserved", 4, 0, "res"),
      field("flags", 8, 2, "ctrl"),
      field("window", 16, 8192),
      field("chksum", 16, 0, "checksum"),
      field("urgptr", 16, 0, "urgent_ptr"),
    ],
    numbers: { proto: 6n },
  },
  {
    name: "udp",
    also: [],
    fields: [
      field("sport", 16, 53, "src_port"),
      field("dport", 16, 53, "dst_port"),
      field("len", 16, 0, "length"),
      field("chksum", 16, 0, "checksum"),
    ],
    next: { field: "dport", by: "port" },
    numbers: { proto: 17n },
  },
  {
    name: "icmp",
    also: [],
    fields: [
      field("type", 8, 8),
      field("code", 8, 0),
      field("chksum", 16, 0, "checksum"),
      field("id", 16, 0),
      field("seq", 16, 0),
    ],
    numbers: { proto: 1n },
  },
  {
    name: "gre",
    also: [],
    fields: [field("flags", 16, 0), field("proto", 16, 0, "protocol", "type")],
    next: { field: "proto", by: "type" },
    numbers: { proto: 47n },
  },
  {
    name: "vxlan",
    also: [],
    fields: [field("flags", 8, 8), field("reserved", 24, 0), field("vni", 24, 0), field("reserved2", 8, 0)],
    numbers: { port: 4789n },
  },
  {
    name: "gtpu",
    also: ["gtp", "gtp_u"],
    fields: [
      field("flags", 8, 0x30),
      field("type", 8, 255, "msgtype"),
      field("len", 16, 0, "length", "msglen"),
      field("teid", 32, 0),
    ],
    numbers: { port: 2152n },
  },
];
