// Ingress steering function of a 5G user plane in microservices (Harkous 2022, Sec. 6.2.2).
// Admits a packet, tells uplink (GTP-U) from downlink, and spreads both over the replicas of ULF and DLF.
// Uplink packet, raw counts: parse 4 (Ethernet, IPv4, UDP, GTP-U), modify 1 (Ethernet), table 2.
#include <core.p4>
#include <v1model.p4>

const bit<16> ETHERTYPE_IPV4 = 0x0800;
const bit<8> PROTOCOL_TCP = 6;
const bit<8> PROTOCOL_UDP = 17;
const bit<16> PORT_GTPU = 2152;

typedef bit<48> mac_addr_t;
typedef bit<32> ipv4_addr_t;
typedef bit<9> port_t;

header ethernet_t {
    mac_addr_t dst_addr;
    mac_addr_t src_addr;
    bit<16> ether_type;
}

header ipv4_t {
    bit<4> version;
    bit<4> ihl;
    bit<8> diffserv;
    bit<16> total_len;
    bit<16> identification;
    bit<3> flags;
    bit<13> frag_offset;
    bit<8> ttl;
    bit<8> protocol;
    bit<16> hdr_checksum;
    ipv4_addr_t src_addr;
    ipv4_addr_t dst_addr;
}

header udp_t {
    bit<16> src_port;
    bit<16> dst_port;
    bit<16> length;
    bit<16> checksum;
}

// 3GPP TS 29.281: the part that every GTP-U packet has
header gtpu_t {
    bit<3> version;
    bit<1> protocol_type;
    bit<1> reserved;
    bit<1> has_extension;
    bit<1> has_sequence;
    bit<1> has_npdu;
    bit<8> message_type;
    bit<16> length;
    bit<32> teid;
}

struct headers_t {
    ethernet_t ethernet;
    ipv4_t ipv4;
    udp_t udp;
    gtpu_t gtpu;
}

struct metadata_t {
    bit<16> flow;
}

parser ParserImpl(packet_in packet,
                  out headers_t hdr,
                  inout metadata_t meta,
                  inout standard_metadata_t standard_metadata) {
    state start {
        packet.extract(hdr.ethernet);
        transition select(hdr.ethernet.ether_type) {
            ETHERTYPE_IPV4: parse_ipv4;
            default: accept;
        }
    }

    state parse_ipv4 {
        packet.extract(hdr.ipv4);
        transition select(hdr.ipv4.protocol) {
            PROTOCOL_UDP: parse_udp;
            default: accept;
        }
    }

    state parse_udp {
        packet.extract(hdr.udp);
        transition select(hdr.udp.dst_port) {
            PORT_GTPU: parse_gtpu;
            default: accept;
        }
    }

    state parse_gtpu {
        packet.extract(hdr.gtpu);
        transition accept;
    }
}

control VerifyChecksumImpl(inout headers_t hdr, inout metadata_t meta) {
    apply {
        verify_checksum(
            hdr.ipv4.isValid(),
            { hdr.ipv4.version,
              hdr.ipv4.ihl,
              hdr.ipv4.diffserv,
              hdr.ipv4.total_len,
              hdr.ipv4.identification,
              hdr.ipv4.flags,
              hdr.ipv4.frag_offset,
              hdr.ipv4.ttl,
              hdr.ipv4.protocol,
              hdr.ipv4.src_addr,
              hdr.ipv4.dst_addr },
            hdr.ipv4.hdr_checksum,
            HashAlgorithm.csum16);
    }
}

control IngressImpl(inout headers_t hdr,
                    inout metadata_t meta,
                    inout standard_metadata_t standard_metadata) {
    action drop() {
        mark_to_drop(standard_metadata);
    }

    action admit() { }

    // next_hop: a replica of ULF or DLF
    action steer(mac_addr_t next_hop, port_t port) {
        standard_metadata.egress_spec = port;
        hdr.ethernet.src_addr = hdr.ethernet.dst_addr;
        hdr.ethernet.dst_addr = next_hop;
    }

    table admission {
        key = {
            standard_metadata.ingress_port : ternary;
            hdr.ipv4.src_addr : ternary;
            hdr.ipv4.dst_addr : ternary;
        }
        actions = {
            admit;
            drop;
        }
        size = 1024;
        default_action = drop();
    }

    // ranges of the flow's hash, so that replicas may take unequal shares
    table uplink_replica {
        key = {
            meta.flow : range;
        }
        actions = {
            steer;
            drop;
        }
        size = 64;
        default_action = drop();
    }

    table downlink_replica {
        key = {
            meta.flow : range;
        }
        actions = {
            steer;
            drop;
        }
        size = 64;
        default_action = drop();
    }

    apply {
        if (hdr.ipv4.isValid()) {
            switch (admission.apply().action_run) {
                admit: {
                    // a session keeps its replica: its sequence numbers are kept there
                    if (hdr.gtpu.isValid()) {
                        hash(meta.flow, HashAlgorithm.crc16, 16w0, { hdr.gtpu.teid }, 17w65536);
                        uplink_replica.apply();
                    } else {
                        hash(meta.flow, HashAlgorithm.crc16, 16w0, { hdr.ipv4.dst_addr }, 17w65536);
                        downlink_replica.apply();
                    }
                }
            }
        } else {
            drop();
        }
    }
}

control EgressImpl(inout headers_t hdr,
                   inout metadata_t meta,
                   inout standard_metadata_t standard_metadata) {
    apply { }
}

control ComputeChecksumImpl(inout headers_t hdr, inout metadata_t meta) {
    apply { }
}

control DeparserImpl(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr.ethernet);
        packet.emit(hdr.ipv4);
        packet.emit(hdr.udp);
        packet.emit(hdr.gtpu);
    }
}

V1Switch(
    ParserImpl(),
    VerifyChecksumImpl(),
    IngressImpl(),
    EgressImpl(),
    ComputeChecksumImpl(),
    DeparserImpl()
) main;
