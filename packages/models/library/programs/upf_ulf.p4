// Uplink function of a 5G user plane in microservices (Harkous 2022, Sec. 6.2.2): base station to data network.
// Packet detection rule on the tunnel and the 5-tuple, duplicate elimination by the sequence number of the session,
// decapsulation, forwarding action rule, usage report. Uplink packet, raw counts: parse 8 (Ethernet, the tunnel's five,
// IPv4, ports), modify 1 (Ethernet), remove 5 (the tunnel), table 2.
#include <core.p4>
#include <v1model.p4>

const bit<16> ETHERTYPE_IPV4 = 0x0800;
const bit<8> PROTOCOL_TCP = 6;
const bit<8> PROTOCOL_UDP = 17;
const bit<16> PORT_GTPU = 2152;
const bit<8> EXTENSION_PDU_SESSION = 0x85;
const bit<32> SESSIONS = 4096;

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

// the first four bytes of TCP and of UDP
header ports_t {
    bit<16> src_port;
    bit<16> dst_port;
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

// present when one of the three flags is set
header gtpu_options_t {
    bit<16> sequence;
    bit<8> npdu;
    bit<8> next_extension;
}

// 3GPP TS 38.415: PDU session container, uplink
header pdu_session_t {
    bit<8> length;
    bit<4> pdu_type;
    bit<4> flags;
    bit<1> paging;
    bit<1> reflective;
    bit<6> qfi;
    bit<8> next_extension;
}

struct headers_t {
    ethernet_t ethernet;
    ipv4_t outer_ipv4;
    udp_t outer_udp;
    gtpu_t gtpu;
    gtpu_options_t gtpu_options;
    pdu_session_t pdu_session;
    ipv4_t ipv4;
    ports_t ports;
}

struct metadata_t {
    bit<32> session;
    bit<32> far_id;
}

parser ParserImpl(packet_in packet,
                  out headers_t hdr,
                  inout metadata_t meta,
                  inout standard_metadata_t standard_metadata) {
    state start {
        packet.extract(hdr.ethernet);
        transition select(hdr.ethernet.ether_type) {
            ETHERTYPE_IPV4: parse_outer_ipv4;
            default: accept;
        }
    }

    state parse_outer_ipv4 {
        packet.extract(hdr.outer_ipv4);
        transition select(hdr.outer_ipv4.protocol) {
            PROTOCOL_UDP: parse_outer_udp;
            default: accept;
        }
    }

    state parse_outer_udp {
        packet.extract(hdr.outer_udp);
        transition select(hdr.outer_udp.dst_port) {
            PORT_GTPU: parse_gtpu;
            default: accept;
        }
    }

    state parse_gtpu {
        packet.extract(hdr.gtpu);
        transition select(hdr.gtpu.has_extension, hdr.gtpu.has_sequence, hdr.gtpu.has_npdu) {
            (0, 0, 0): parse_ipv4;
            default: parse_options;
        }
    }

    state parse_options {
        packet.extract(hdr.gtpu_options);
        transition select(hdr.gtpu_options.next_extension) {
            EXTENSION_PDU_SESSION: parse_pdu_session;
            0: parse_ipv4;
            default: accept;
        }
    }

    state parse_pdu_session {
        packet.extract(hdr.pdu_session);
        transition select(hdr.pdu_session.next_extension) {
            0: parse_ipv4;
            default: accept;
        }
    }

    state parse_ipv4 {
        packet.extract(hdr.ipv4);
        transition select(hdr.ipv4.protocol) {
            PROTOCOL_TCP: parse_ports;
            PROTOCOL_UDP: parse_ports;
            default: accept;
        }
    }

    state parse_ports {
        packet.extract(hdr.ports);
        transition accept;
    }
}

control VerifyChecksumImpl(inout headers_t hdr, inout metadata_t meta) {
    apply {
        verify_checksum(
            hdr.outer_ipv4.isValid(),
            { hdr.outer_ipv4.version,
              hdr.outer_ipv4.ihl,
              hdr.outer_ipv4.diffserv,
              hdr.outer_ipv4.total_len,
              hdr.outer_ipv4.identification,
              hdr.outer_ipv4.flags,
              hdr.outer_ipv4.frag_offset,
              hdr.outer_ipv4.ttl,
              hdr.outer_ipv4.protocol,
              hdr.outer_ipv4.src_addr,
              hdr.outer_ipv4.dst_addr },
            hdr.outer_ipv4.hdr_checksum,
            HashAlgorithm.csum16);
    }
}

control IngressImpl(inout headers_t hdr,
                    inout metadata_t meta,
                    inout standard_metadata_t standard_metadata) {
    action drop() {
        mark_to_drop(standard_metadata);
    }

    counter(SESSIONS, CounterType.packets_and_bytes) usage;
    register<bit<16>>(SESSIONS) last_sequence;

    bit<16> last;

    action set_session(bit<32> session, bit<32> far_id) {
        meta.session = session;
        meta.far_id = far_id;
    }

    // uplink knows no buffering and no notification
    action forward(mac_addr_t next_hop, port_t port) {
        standard_metadata.egress_spec = port;
        hdr.ethernet.src_addr = hdr.ethernet.dst_addr;
        hdr.ethernet.dst_addr = next_hop;
    }

    table pdr {
        key = {
            hdr.gtpu.teid : exact;
            hdr.ipv4.src_addr : ternary;
            hdr.ipv4.dst_addr : ternary;
            hdr.ipv4.protocol : ternary;
            hdr.ports.src_port : ternary;
            hdr.ports.dst_port : ternary;
        }
        actions = {
            set_session;
            drop;
        }
        size = 4096;
        default_action = drop();
    }

    table far {
        key = {
            meta.far_id : exact;
        }
        actions = {
            forward;
            drop;
        }
        size = 4096;
        default_action = drop();
    }

    action decapsulate() {
        hdr.outer_ipv4.setInvalid();
        hdr.outer_udp.setInvalid();
        hdr.gtpu.setInvalid();
        hdr.gtpu_options.setInvalid();
        hdr.pdu_session.setInvalid();
    }

    apply {
        if (hdr.gtpu.isValid() && hdr.ipv4.isValid()) {
            switch (pdr.apply().action_run) {
                set_session: {
                    bool duplicate = false;
                    if (hdr.gtpu_options.isValid() && hdr.gtpu.has_sequence == 1) {
                        last_sequence.read(last, meta.session);
                        // at most half the numbers ahead is new, so that the count may wrap (our choice)
                        bit<16> ahead = hdr.gtpu_options.sequence - last;
                        if (ahead == 0 || ahead > 0x8000) {
                            duplicate = true;
                        } else {
                            last_sequence.write(meta.session, hdr.gtpu_options.sequence);
                        }
                    }
                    if (duplicate) {
                        drop();
                    } else {
                        decapsulate();
                        usage.count(meta.session);
                        far.apply();
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
        packet.emit(hdr.outer_ipv4);
        packet.emit(hdr.outer_udp);
        packet.emit(hdr.gtpu);
        packet.emit(hdr.gtpu_options);
        packet.emit(hdr.pdu_session);
        packet.emit(hdr.ipv4);
        packet.emit(hdr.ports);
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
