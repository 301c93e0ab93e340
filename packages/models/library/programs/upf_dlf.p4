// Downlink function of a 5G user plane in microservices (Harkous 2022, Sec. 6.2.2): data network to base station.
// Packet detection rule on the 5-tuple, forwarding action rule, usage report, GTP-U encapsulation, and then the rate of
// the session by a vQueue (Sec. 6.3, Listing 6.1; all times microseconds, as BMv2 counts): what is dropped for its rate
// was counted and has a sequence number. During a handover a second copy goes to the second base station. P4 cannot
// buffer: the action hands the packet to a service. Downlink packet, raw counts: parse 3 (Ethernet, IPv4, ports),
// modify 1 (Ethernet), add 5 (the tunnel), table 3; the copy of a handover meets one, in egress only.
#include <core.p4>
#include <v1model.p4>

const bit<16> ETHERTYPE_IPV4 = 0x0800;
const bit<8> PROTOCOL_TCP = 6;
const bit<8> PROTOCOL_UDP = 17;
const bit<16> PORT_GTPU = 2152;
const bit<8> EXTENSION_PDU_SESSION = 0x85;
const bit<8> GTPU_G_PDU = 255;
const bit<4> PDU_DOWNLINK = 0;
// bytes of outer IPv4, UDP and of GTP-U with options and container
const bit<16> OUTER_IPV4_BYTES = 44;
const bit<16> OUTER_UDP_BYTES = 24;
const bit<16> GTPU_REST_BYTES = 8;
const bit<32> INSTANCE_EGRESS_CLONE = 2;
const bit<32> SESSIONS = 4096;
const bit<2> CONGESTION_EXPERIENCED = 3;

typedef bit<48> mac_addr_t;
typedef bit<32> ipv4_addr_t;
typedef bit<9> port_t;
typedef bit<48> time_us_t;

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

// 3GPP TS 38.415: PDU session container, downlink
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
    bit<6> qfi;
    bit<1> reflective;
    bit<1> handover;
    bit<1> is_limited;
    time_us_t packet_delay;
    time_us_t drop_delay;
    time_us_t mark_delay;
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

    counter(SESSIONS, CounterType.packets_and_bytes) usage;
    register<bit<16>>(SESSIONS) next_sequence;
    // of each session: the time of its last packet, and how long one would wait now on a line of its rate
    register<time_us_t>(SESSIONS) slice_ts;
    register<time_us_t>(SESSIONS) slice_delay;

    bit<16> sequence;

    action set_session(bit<32> session, bit<32> far_id, bit<6> qfi, bit<1> reflective) {
        meta.session = session;
        meta.far_id = far_id;
        meta.qfi = qfi;
        meta.reflective = reflective;
    }

    // tunnel to the base station; `handover` asks for a second copy
    action forward(ipv4_addr_t upf, ipv4_addr_t gnb, bit<32> teid, mac_addr_t next_hop, port_t port, bit<1> handover) {
        standard_metadata.egress_spec = port;
        hdr.ethernet.src_addr = hdr.ethernet.dst_addr;
        hdr.ethernet.dst_addr = next_hop;
        hdr.outer_ipv4.setValid();
        hdr.outer_ipv4.version = 4;
        hdr.outer_ipv4.ihl = 5;
        hdr.outer_ipv4.diffserv = hdr.ipv4.diffserv;
        hdr.outer_ipv4.total_len = hdr.ipv4.total_len + OUTER_IPV4_BYTES;
        hdr.outer_ipv4.identification = 0;
        hdr.outer_ipv4.flags = 0;
        hdr.outer_ipv4.frag_offset = 0;
        hdr.outer_ipv4.ttl = 64;
        hdr.outer_ipv4.protocol = PROTOCOL_UDP;
        hdr.outer_ipv4.src_addr = upf;
        hdr.outer_ipv4.dst_addr = gnb;
        hdr.outer_udp.setValid();
        hdr.outer_udp.src_port = PORT_GTPU;
        hdr.outer_udp.dst_port = PORT_GTPU;
        hdr.outer_udp.length = hdr.ipv4.total_len + OUTER_UDP_BYTES;
        hdr.outer_udp.checksum = 0;
        hdr.gtpu.setValid();
        hdr.gtpu.version = 1;
        hdr.gtpu.protocol_type = 1;
        hdr.gtpu.reserved = 0;
        hdr.gtpu.has_extension = 1;
        hdr.gtpu.has_sequence = 1;
        hdr.gtpu.has_npdu = 0;
        hdr.gtpu.message_type = GTPU_G_PDU;
        hdr.gtpu.length = hdr.ipv4.total_len + GTPU_REST_BYTES;
        hdr.gtpu.teid = teid;
        hdr.gtpu_options.setValid();
        hdr.gtpu_options.sequence = sequence;
        hdr.gtpu_options.npdu = 0;
        hdr.gtpu_options.next_extension = EXTENSION_PDU_SESSION;
        hdr.pdu_session.setValid();
        hdr.pdu_session.length = 1;
        hdr.pdu_session.pdu_type = PDU_DOWNLINK;
        hdr.pdu_session.flags = 0;
        hdr.pdu_session.paging = 0;
        hdr.pdu_session.reflective = meta.reflective;
        hdr.pdu_session.qfi = meta.qfi;
        hdr.pdu_session.next_extension = 0;
        meta.handover = handover;
    }

    // to the service that keeps packets of a session that sleeps
    action buffer(port_t service) {
        standard_metadata.egress_spec = service;
    }

    // tells the session management function that data waits
    action notify(port_t controller) {
        standard_metadata.egress_spec = controller;
    }

    table pdr {
        key = {
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
            buffer;
            notify;
            drop;
        }
        size = 4096;
        default_action = drop();
    }

    // QoS enforcement rule: T_DELAY, C_DELAY and M_DELAY of Listing 6.1
    action queue_manage(time_us_t t_delay, time_us_t c_delay, time_us_t m_delay) {
        meta.packet_delay = t_delay;
        meta.drop_delay = c_delay;
        meta.mark_delay = m_delay;
        meta.is_limited = 1;
    }

    table qer {
        key = {
            meta.session : exact;
        }
        actions = {
            queue_manage;
            @defaultonly NoAction;
        }
        size = 4096;
        default_action = NoAction();
    }

    apply {
        if (hdr.ipv4.isValid()) {
            switch (pdr.apply().action_run) {
                set_session: {
                    next_sequence.read(sequence, meta.session);
                    next_sequence.write(meta.session, sequence + 1);
                    usage.count(meta.session);
                    switch (far.apply().action_run) {
                        forward: {
                            qer.apply();
                        }
                    }
                    if (meta.is_limited == 1) {
                        time_us_t now = standard_metadata.ingress_global_timestamp;
                        time_us_t before;
                        time_us_t delay;
                        slice_ts.read(before, meta.session);
                        slice_ts.write(meta.session, now);
                        // the first packet, or one that was overtaken
                        if (before == 0 || before > now) {
                            before = now;
                        }
                        slice_delay.read(delay, meta.session);
                        delay = delay |-| (now - before);
                        if (delay + meta.packet_delay > meta.drop_delay) {
                            drop();
                        } else {
                            delay = delay + meta.packet_delay;
                            // the tunnel carries the mark (RFC 6040), so that the packet's own checksum holds
                            if (hdr.outer_ipv4.diffserv[1:0] != 0 && delay > meta.mark_delay) {
                                hdr.outer_ipv4.diffserv[1:0] = CONGESTION_EXPERIENCED;
                            }
                        }
                        slice_delay.write(meta.session, delay);
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
    // the copy keeps the sequence number, by which the base stations' side tells duplicates
    action to_second(mac_addr_t next_hop, ipv4_addr_t gnb, bit<32> teid) {
        hdr.ethernet.dst_addr = next_hop;
        hdr.outer_ipv4.dst_addr = gnb;
        hdr.gtpu.teid = teid;
    }

    table second_station {
        key = {
            standard_metadata.egress_port : exact;
            hdr.gtpu.teid : exact;
        }
        actions = {
            to_second;
            NoAction;
        }
        size = 1024;
        default_action = NoAction();
    }

    apply {
        if (hdr.gtpu.isValid()) {
            if (standard_metadata.instance_type == INSTANCE_EGRESS_CLONE) {
                second_station.apply();
            } else if (meta.handover == 1) {
                clone(CloneType.E2E, 1);
            }
        }
    }
}

control ComputeChecksumImpl(inout headers_t hdr, inout metadata_t meta) {
    apply {
        update_checksum(
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
