// Latency control around one switch, use case 1 of Paolucci et al., "Latency control in service chaining using P4-based
// data plane programmability" (Computer Networks), written from the description of the paper.
//
// Interface 1 receives a latency-critical packet from upstream, interface 2 gets it back from the last VNF, interface 3
// sends it on. Ingress keeps t1 and t2, adds the estimated queueing time of interface 3 and compares with PL and DL:
//   (t2 - t1) + T_queue > DL: drop;  > PL: top priority;  otherwise unchanged.
// One latency-critical flow; a further flow takes another pair of arrays and offsets.
#include <core.p4>
#include <v1model.p4>

const bit<16> ETHERTYPE_IPV4 = 0x0800;
const bit<8> PROTOCOL_UDP = 17;

// Power of two, so that the offsets wrap by a mask.
const bit<32> WINDOW = 65536;
const bit<3> TOP_PRIORITY = 7;

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

struct headers_t {
    ethernet_t ethernet;
    ipv4_t ipv4;
    udp_t udp;
}

struct metadata_t {
    time_us_t latency;
    time_us_t priority_latency;
    time_us_t drop_latency;
}

// Wait of the last transit packet in the queue of interface 3: written in egress, read in ingress.
register<time_us_t>(1) T_queue;

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

    // Mobile window of timestamps: one element per packet in flight through the VNFs, so at least rate times VNF bound.
    register<time_us_t>(WINDOW) t1;
    register<time_us_t>(WINDOW) t2;
    register<bit<32>>(1) offset1;
    register<bit<32>>(1) offset2;
    // PL and DL in microseconds, set by the controller at run time.
    register<time_us_t>(1) bounded_latency;
    register<time_us_t>(1) drop_latency;

    action set_egress_port(port_t port) {
        standard_metadata.egress_spec = port;
    }

    table table0 {
        key = {
            standard_metadata.ingress_port : exact;
            hdr.ethernet.src_addr : exact;
            hdr.ethernet.dst_addr : exact;
        }
        actions = {
            set_egress_port;
            drop;
        }
        size = 1024;
        default_action = drop();
    }

    // Interface 1: the packet leaves for the first VNF.
    action store() {
        bit<32> index;
        offset1.read(index, 0);
        t1.write(index, standard_metadata.ingress_global_timestamp);
        offset1.write(0, (index + 1) & (WINDOW - 1));
    }

    table table_store {
        key = {
            standard_metadata.ingress_port : exact;
            hdr.ipv4.src_addr : exact;
            hdr.ipv4.dst_addr : exact;
            hdr.udp.src_port : exact;
            hdr.udp.dst_port : exact;
        }
        actions = {
            store;
            @defaultonly NoAction;
        }
        size = 16;
        default_action = NoAction();
    }

    // Interface 2: the packet is back from the last VNF. VNFs keep the order, so it pairs with the oldest open t1.
    action enforce() {
        bit<32> index;
        time_us_t stored;
        time_us_t queued;
        offset2.read(index, 0);
        t1.read(stored, index);
        t2.write(index, standard_metadata.ingress_global_timestamp);
        offset2.write(0, (index + 1) & (WINDOW - 1));
        T_queue.read(queued, 0);
        meta.latency = standard_metadata.ingress_global_timestamp - stored + queued;
        bounded_latency.read(meta.priority_latency, 0);
        drop_latency.read(meta.drop_latency, 0);
    }

    table table_enforce {
        key = {
            standard_metadata.ingress_port : exact;
            hdr.ipv4.src_addr : exact;
            hdr.ipv4.dst_addr : exact;
            hdr.udp.src_port : exact;
            hdr.udp.dst_port : exact;
        }
        actions = {
            enforce;
            @defaultonly NoAction;
        }
        size = 16;
        default_action = NoAction();
    }

    apply {
        table0.apply();
        if (hdr.udp.isValid()) {
            table_store.apply();
            if (table_enforce.apply().hit) {
                if (meta.latency > meta.drop_latency) {
                    drop();
                } else if (meta.latency > meta.priority_latency) {
                    standard_metadata.priority = TOP_PRIORITY;
                }
            }
        }
    }
}

control EgressImpl(inout headers_t hdr,
                   inout metadata_t meta,
                   inout standard_metadata_t standard_metadata) {
    // Transit packets measure the queue: how long the last one waited is what the next packet will wait.
    action do_update_congestion_reg() {
        T_queue.write(0, (time_us_t) standard_metadata.deq_timedelta);
    }

    table table_congestion_check {
        key = {
            standard_metadata.ingress_port : exact;
            hdr.ethernet.src_addr : exact;
            hdr.ethernet.dst_addr : exact;
        }
        actions = {
            do_update_congestion_reg;
            @defaultonly NoAction;
        }
        size = 16;
        default_action = NoAction();
    }

    apply {
        table_congestion_check.apply();
    }
}

control ComputeChecksumImpl(inout headers_t hdr, inout metadata_t meta) {
    apply { }
}

control DeparserImpl(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr.ethernet);
        packet.emit(hdr.ipv4);
        packet.emit(hdr.udp);
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
