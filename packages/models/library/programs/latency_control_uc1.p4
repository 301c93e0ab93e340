// Latency control around one switch, use case 1 of Paolucci et al., "Latency control in service chaining using P4-based
// data plane programmability" (Computer Networks), written from the description of the paper.
//
// Interface 1 receives a latency-critical packet from upstream, interface 2 gets it back from the last VNF, interface 3
// sends it on. Ingress keeps t1 and t2, adds the estimated queueing time of interface 3 and compares with PL and DL:
//   (t2 - t1) + T_queue > DL: drop;  > PL: top priority;  otherwise unchanged.
// Sixteen latency-critical flows, each with its own window, PL and DL: the entries of table_store and table_enforce name
// the flow (the paper: a pair of arrays per flow, their number fixed in the program). What REFINED guards belongs to
// latency_control_uc1_refined.p4.
//
// Beyond the paper (our choice) the switch tells what it measured: for every latency-critical packet that leaves the
// segment, or is dropped in it, a clone goes to the collector as Telemetry Report v1.0. The report's own metadata are
// the pass from interface 2 to 3, the INT v1.0 stack inside holds the pass from interface 1 to the first VNF. Without the
// mirror session REPORT_SESSION nothing is sent. How to run it: docs/15-latency-control-on-bmv2.md.
#include <core.p4>
#include <v1model.p4>

const bit<16> ETHERTYPE_IPV4 = 0x0800;
const bit<8> PROTOCOL_UDP = 17;
const bit<6> DSCP_INT = 0x17;

// Flows, and packets of one that may be in flight through the VNFs: powers of two, so that offsets wrap by a mask.
#ifndef FLOW_BITS
#define FLOW_BITS 4
#define WINDOW_BITS 12
#endif
const bit<32> WINDOWS = 1 << (FLOW_BITS + WINDOW_BITS);
#ifndef REFINED
const bit<32> FLOWS = 1 << FLOW_BITS;
const bit<32> WINDOW = 1 << WINDOW_BITS;
#endif
const bit<3> TOP_PRIORITY = 7;

// Mirror session that leads to the collector, and what a clone keeps of the packet's metadata.
const bit<32> REPORT_SESSION = 1;
const bit<8> REPORT_FIELDS = 1;
const bit<32> INGRESS_CLONE = 1;
// Drop reason of packets above DL, 80 as for a rule that denies them (our choice).
const bit<8> REASON_POLICY = 80;
// Words of four bytes: shim and INT header together, and one block.
const bit<8> INT_BASE_WORDS = 3;
const bit<8> INT_BLOCK_WORDS = 6;
// Bytes of them.
const bit<16> INT_BYTES = 36;
// Bytes of a report: outer IPv4, UDP and report header; its own metadata; the headers of the packet.
const bit<16> REPORT_BASE_BYTES = 44;
const bit<16> REPORT_HOP_BYTES = 16;
const bit<16> REPORT_DROP_BYTES = 8;
const bit<16> PACKET_BYTES = 42;
const bit<16> IPV4_BYTES = 20;
const bit<32> ETHERNET_BYTES = 14;

typedef bit<48> mac_addr_t;
typedef bit<32> ipv4_addr_t;
typedef bit<9> port_t;
typedef bit<48> time_us_t;
typedef bit<FLOW_BITS> flow_t;

header ethernet_t {
    mac_addr_t dst_addr;
    mac_addr_t src_addr;
    bit<16> ether_type;
}

header ipv4_t {
    bit<4> version;
    bit<4> ihl;
    bit<6> dscp;
    bit<2> ecn;
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

// INT 1.0 shim for UDP; length counts words and includes the shim.
header int_shim_t {
    bit<8> int_type;
    bit<8> reserved;
    bit<8> length;
    bit<6> dscp;
    bit<2> reserved2;
}

header int_header_t {
    bit<4> version;
    bit<2> replication;
    bit<1> copy;
    bit<1> max_hops_exceeded;
    bit<1> mtu_exceeded;
    bit<10> reserved;
    bit<5> hop_words;
    bit<8> remaining_hops;
    bit<4> instruction_mask_0003;
    bit<4> instruction_mask_0407;
    bit<8> instruction_mask_0815;
    bit<16> reserved2;
}

// Telemetry Report 1.0; length counts words, with the metadata behind this header. Times are microseconds, as BMv2 counts.
header report_t {
    bit<4> version;
    bit<4> length;
    bit<3> next_protocol;
    bit<6> metadata_bits;
    bit<6> reserved;
    bit<1> is_dropped;
    bit<1> is_congested;
    bit<1> is_tracked;
    bit<6> hardware_id;
    bit<32> node_id;
    bit<32> sequence;
    bit<32> ingress_timestamp;
}

// Metadata bits 111100: what a packet that was sent tells.
header report_hop_t {
    bit<16> ingress_port;
    bit<16> egress_port;
    bit<32> hop_latency;
    bit<8> queue_id;
    bit<24> queue_occupancy;
    bit<32> egress_timestamp;
}

// Metadata bits 100010: what a packet that was dropped tells.
header report_drop_t {
    bit<16> ingress_port;
    bit<16> egress_port;
    bit<8> queue_id;
    bit<8> reason;
    bit<16> padding;
}

// One pass through a switch: the items of bitmap 0xFC00 in their order.
header int_block_t {
    bit<32> switch_id;
    bit<16> ingress_port;
    bit<16> egress_port;
    bit<32> hop_latency;
    bit<8> queue_id;
    bit<24> queue_occupancy;
    bit<32> ingress_timestamp;
    bit<32> egress_timestamp;
}

struct headers_t {
    ethernet_t report_ethernet;
    ipv4_t report_ipv4;
    udp_t report_udp;
    report_t report;
    report_hop_t report_hop;
    report_drop_t report_drop;
    ethernet_t ethernet;
    ipv4_t ipv4;
    udp_t udp;
    int_shim_t int_shim;
    int_header_t int_header;
    int_block_t int_block;
}

struct metadata_t {
    time_us_t latency;
    time_us_t priority_latency;
    time_us_t drop_latency;
    bit<1> is_stored;
    bit<1> is_enforced;
    flow_t flow;
#ifdef REFINED
    bit<1> is_by_id;
    verdict_t verdict;
#endif
    // place in the window
    @field_list(1)
    bit<32> index;
    // set of a clone: it is to become a report
    @field_list(1)
    bit<1> is_report;
    // of the packet that it reports: ingress and egress port, queue and packets in it, times
    @field_list(1)
    bit<32> ports;
    @field_list(1)
    bit<32> queue;
    @field_list(1)
    bit<32> ingress_time;
    @field_list(1)
    bit<32> egress_time;
}

#ifndef REFINED
// Wait of the last transit packet in the queue of interface 3: written in egress, read in ingress.
register<time_us_t>(1) T_queue;
#endif

#ifndef REFINED
// Mobile windows of timestamps: one element per packet in flight through the VNFs, so at least rate times VNF bound.
register<time_us_t>(WINDOWS) t1;
register<time_us_t>(WINDOWS) t2;
#endif
// The same windows, for the report: how the packet left for the first VNF.
register<bit<32>>(WINDOWS) first_ports;
register<bit<32>>(WINDOWS) first_queue;
register<bit<32>>(WINDOWS) first_egress;
register<bit<32>>(1) report_sequence;

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
              hdr.ipv4.dscp,
              hdr.ipv4.ecn,
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

#ifndef REFINED
    // Of each flow: index of the next packet in its window.
    register<bit<32>>(FLOWS) offset1;
    register<bit<32>>(FLOWS) offset2;
    // PL and DL of each flow in microseconds, set by the controller at run time.
    register<time_us_t>(FLOWS) bounded_latency;
    register<time_us_t>(FLOWS) drop_latency;
#endif

#ifdef REFINED
    KeepArrival() keep;
    JudgeLatency() judge;
#endif

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
#ifdef REFINED
    action store(flow_t flow) {
        meta.flow = flow;
        meta.is_stored = 1;
    }

    // For VNFs that keep the IPv4 identification.
    action store_by_id(flow_t flow) {
        meta.flow = flow;
        meta.is_by_id = 1;
        meta.is_stored = 1;
    }
#else
    action store(flow_t flow) {
        bit<32> offset;
        offset1.read(offset, (bit<32>) flow);
        offset1.write((bit<32>) flow, (offset + 1) & (WINDOW - 1));
        meta.index = ((bit<32>) flow << WINDOW_BITS) + offset;
        t1.write(meta.index, standard_metadata.ingress_global_timestamp);
        meta.is_stored = 1;
    }
#endif

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
#ifdef REFINED
            store_by_id;
#endif
            @defaultonly NoAction;
        }
        size = 16;
        default_action = NoAction();
    }

    // Interface 2: the packet is back from the last VNF. VNFs keep the order, so it pairs with the oldest open t1.
#ifdef REFINED
    action enforce(flow_t flow) {
        meta.flow = flow;
        meta.is_enforced = 1;
    }

    action enforce_by_id(flow_t flow) {
        meta.flow = flow;
        meta.is_by_id = 1;
        meta.is_enforced = 1;
    }
#else
    action enforce(flow_t flow) {
        bit<32> offset;
        time_us_t stored;
        time_us_t queued;
        offset2.read(offset, (bit<32>) flow);
        offset2.write((bit<32>) flow, (offset + 1) & (WINDOW - 1));
        meta.index = ((bit<32>) flow << WINDOW_BITS) + offset;
        t1.read(stored, meta.index);
        t2.write(meta.index, standard_metadata.ingress_global_timestamp);
        T_queue.read(queued, 0);
        meta.latency = standard_metadata.ingress_global_timestamp - stored + queued;
        bounded_latency.read(meta.priority_latency, (bit<32>) flow);
        drop_latency.read(meta.drop_latency, (bit<32>) flow);
        meta.is_enforced = 1;
    }
#endif

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
#ifdef REFINED
            enforce_by_id;
#endif
            @defaultonly NoAction;
        }
        size = 16;
        default_action = NoAction();
    }

    // The report of a packet above DL tells where it came from and where it would have gone.
    action drop_late() {
        meta.is_report = 1;
        meta.ports = (bit<16>) standard_metadata.ingress_port ++ (bit<16>) standard_metadata.egress_spec;
        meta.queue = 0;
        meta.ingress_time = (bit<32>) standard_metadata.ingress_global_timestamp;
        meta.egress_time = 0;
        clone_preserving_field_list(CloneType.I2E, REPORT_SESSION, REPORT_FIELDS);
        drop();
    }

    apply {
        table0.apply();
        if (hdr.udp.isValid()) {
            table_store.apply();
#ifdef REFINED
            if (meta.is_stored == 1) {
                keep.apply(
                    meta.flow,
                    meta.is_by_id,
                    hdr.ipv4.identification,
                    standard_metadata.ingress_global_timestamp,
                    0,
                    meta.index);
            }
            table_enforce.apply();
            if (meta.is_enforced == 1) {
                judge.apply(
                    meta.flow,
                    meta.is_by_id,
                    hdr.ipv4.identification,
                    standard_metadata.ingress_global_timestamp,
                    meta.index,
                    meta.verdict);
                meta.is_enforced = meta.verdict == UNPAIRED ? 1w0 : 1w1;
                if (meta.verdict == DROP) {
                    drop_late();
                } else if (meta.verdict == PRIORITISE) {
                    standard_metadata.priority = TOP_PRIORITY;
                }
            }
#else
            if (table_enforce.apply().hit) {
                if (meta.latency > meta.drop_latency) {
                    drop_late();
                } else if (meta.latency > meta.priority_latency) {
                    standard_metadata.priority = TOP_PRIORITY;
                }
            }
#endif
        }
    }
}

control EgressImpl(inout headers_t hdr,
                   inout metadata_t meta,
                   inout standard_metadata_t standard_metadata) {
    // Transit packets measure the queue: how long the last one waited is what the next packet will wait.
    action do_update_congestion_reg() {
#ifdef REFINED
        NOTE_QUEUE(NORMAL_QUEUE);
#else
        T_queue.write(0, (time_us_t) standard_metadata.deq_timedelta);
#endif
    }

#ifdef REFINED
    // The queue of the top priority is measured by the packets that were given it.
    action note_top_queue() {
        NOTE_QUEUE(TOP_QUEUE);
    }
#endif

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

    // How the packet left for the first VNF, until it is reported.
    action keep_first_pass() {
        first_ports.write(
            meta.index,
            (bit<16>) standard_metadata.ingress_port ++ (bit<16>) standard_metadata.egress_port);
        first_queue.write(meta.index, (bit<32>) standard_metadata.deq_qdepth);
        first_egress.write(meta.index, (bit<32>) standard_metadata.egress_global_timestamp);
    }

    // What the clone of this packet reports; its own standard metadata begin anew.
    action keep_pass() {
        meta.is_report = 1;
        meta.ports = (bit<16>) standard_metadata.ingress_port ++ (bit<16>) standard_metadata.egress_port;
        meta.queue = (bit<8>) standard_metadata.priority ++ (bit<24>) standard_metadata.deq_qdepth;
        meta.ingress_time = (bit<32>) standard_metadata.ingress_global_timestamp;
        meta.egress_time = (bit<32>) standard_metadata.egress_global_timestamp;
    }

    action drop() {
        mark_to_drop(standard_metadata);
    }

    // Heads a clone with the report; what kind of report it is follows.
    action send_report(mac_addr_t src_mac,
                       mac_addr_t dst_mac,
                       ipv4_addr_t src_ip,
                       ipv4_addr_t dst_ip,
                       bit<16> port,
                       bit<32> node_id) {
        bit<32> sequence;
        report_sequence.read(sequence, 0);
        report_sequence.write(0, sequence + 1);
        hdr.report_ethernet.setValid();
        hdr.report_ethernet.dst_addr = dst_mac;
        hdr.report_ethernet.src_addr = src_mac;
        hdr.report_ethernet.ether_type = ETHERTYPE_IPV4;
        hdr.report_ipv4.setValid();
        hdr.report_ipv4.version = 4;
        hdr.report_ipv4.ihl = 5;
        hdr.report_ipv4.dscp = 0;
        hdr.report_ipv4.ecn = 0;
        hdr.report_ipv4.total_len = REPORT_BASE_BYTES + PACKET_BYTES;
        hdr.report_ipv4.identification = 0;
        hdr.report_ipv4.flags = 2;
        hdr.report_ipv4.frag_offset = 0;
        hdr.report_ipv4.ttl = 64;
        hdr.report_ipv4.protocol = PROTOCOL_UDP;
        hdr.report_ipv4.hdr_checksum = 0;
        hdr.report_ipv4.src_addr = src_ip;
        hdr.report_ipv4.dst_addr = dst_ip;
        hdr.report_udp.setValid();
        hdr.report_udp.src_port = port;
        hdr.report_udp.dst_port = port;
        hdr.report_udp.length = 0;
        hdr.report_udp.checksum = 0;
        hdr.report.setValid();
        hdr.report.version = 1;
        hdr.report.length = 4;
        hdr.report.next_protocol = 0;
        hdr.report.metadata_bits = 0;
        hdr.report.reserved = 0;
        hdr.report.is_dropped = 0;
        hdr.report.is_congested = 0;
        hdr.report.is_tracked = 1;
        hdr.report.hardware_id = 0;
        hdr.report.node_id = node_id;
        hdr.report.sequence = sequence;
        hdr.report.ingress_timestamp = meta.ingress_time;
    }

    // The controller sets the default action: which switch this is, and where its collector listens.
    table table_report {
        actions = {
            send_report;
            drop;
        }
        default_action = drop();
    }

    action add_hop() {
        hdr.report_hop.setValid();
        hdr.report_hop.ingress_port = meta.ports[31:16];
        hdr.report_hop.egress_port = meta.ports[15:0];
        hdr.report_hop.hop_latency = meta.egress_time - meta.ingress_time;
        hdr.report_hop.queue_id = meta.queue[31:24];
        hdr.report_hop.queue_occupancy = meta.queue[23:0];
        hdr.report_hop.egress_timestamp = meta.egress_time;
        hdr.report.length = 8;
        hdr.report.metadata_bits = 0b111100;
        hdr.report_ipv4.total_len = hdr.report_ipv4.total_len + REPORT_HOP_BYTES;
    }

    action add_drop() {
        hdr.report_drop.setValid();
        hdr.report_drop.ingress_port = meta.ports[31:16];
        hdr.report_drop.egress_port = meta.ports[15:0];
        hdr.report_drop.queue_id = 0;
        hdr.report_drop.reason = REASON_POLICY;
        hdr.report_drop.padding = 0;
        hdr.report.length = 6;
        hdr.report.metadata_bits = 0b100010;
        hdr.report.is_dropped = 1;
        hdr.report_ipv4.total_len = hdr.report_ipv4.total_len + REPORT_DROP_BYTES;
    }

    // The pass before the VNFs, as an INT stack of one hop behind the packet's UDP header.
    action add_first_pass() {
        time_us_t stored;
        bit<32> ports;
        bit<32> queue;
        t1.read(stored, meta.index);
        first_ports.read(ports, meta.index);
        first_queue.read(queue, meta.index);
        hdr.int_block.setValid();
        first_egress.read(hdr.int_block.egress_timestamp, meta.index);
        hdr.int_block.switch_id = hdr.report.node_id;
        hdr.int_block.ingress_port = ports[31:16];
        hdr.int_block.egress_port = ports[15:0];
        hdr.int_block.ingress_timestamp = (bit<32>) stored;
        hdr.int_block.hop_latency = hdr.int_block.egress_timestamp - (bit<32>) stored;
        // latency-critical packets enter the VNFs with the priority that they came with: the lowest
        hdr.int_block.queue_id = 0;
        hdr.int_block.queue_occupancy = queue[23:0];
        hdr.int_shim.setValid();
        hdr.int_shim.int_type = 1;
        hdr.int_shim.reserved = 0;
        hdr.int_shim.length = INT_BASE_WORDS + INT_BLOCK_WORDS;
        hdr.int_shim.dscp = hdr.ipv4.dscp;
        hdr.int_shim.reserved2 = 0;
        hdr.int_header.setValid();
        hdr.int_header.version = 1;
        hdr.int_header.replication = 0;
        hdr.int_header.copy = 0;
        hdr.int_header.max_hops_exceeded = 0;
        hdr.int_header.mtu_exceeded = 0;
        hdr.int_header.reserved = 0;
        hdr.int_header.hop_words = (bit<5>) INT_BLOCK_WORDS;
        hdr.int_header.remaining_hops = 0;
        hdr.int_header.instruction_mask_0003 = 0xF;
        hdr.int_header.instruction_mask_0407 = 0xC;
        hdr.int_header.instruction_mask_0815 = 0;
        hdr.int_header.reserved2 = 0;
        hdr.ipv4.dscp = DSCP_INT;
        hdr.ipv4.total_len = hdr.ipv4.total_len + INT_BYTES;
        hdr.udp.length = hdr.udp.length + INT_BYTES;
        hdr.udp.checksum = 0;
        hdr.report_ipv4.total_len = hdr.report_ipv4.total_len + INT_BYTES;
    }

    // Headers only: the payload stays behind, so that a report of a full packet fits the line.
    action finish_report() {
        hdr.report_udp.length = hdr.report_ipv4.total_len - IPV4_BYTES;
        truncate((bit<32>) hdr.report_ipv4.total_len + ETHERNET_BYTES);
    }

    apply {
        if (meta.is_report == 1) {
            table_report.apply();
            if (hdr.report.isValid()) {
                if (standard_metadata.instance_type == INGRESS_CLONE) {
                    add_drop();
                } else {
                    add_hop();
                }
                add_first_pass();
                finish_report();
            }
        } else {
            table_congestion_check.apply();
            if (meta.is_stored == 1) {
                keep_first_pass();
            } else if (meta.is_enforced == 1) {
#ifdef REFINED
                if (meta.verdict == PRIORITISE) {
                    note_top_queue();
                }
#endif
                keep_pass();
                clone_preserving_field_list(CloneType.E2E, REPORT_SESSION, REPORT_FIELDS);
            }
        }
    }
}

control ComputeChecksumImpl(inout headers_t hdr, inout metadata_t meta) {
    apply {
        update_checksum(
            hdr.int_header.isValid(),
            { hdr.ipv4.version,
              hdr.ipv4.ihl,
              hdr.ipv4.dscp,
              hdr.ipv4.ecn,
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
        update_checksum(
            hdr.report_ipv4.isValid(),
            { hdr.report_ipv4.version,
              hdr.report_ipv4.ihl,
              hdr.report_ipv4.dscp,
              hdr.report_ipv4.ecn,
              hdr.report_ipv4.total_len,
              hdr.report_ipv4.identification,
              hdr.report_ipv4.flags,
              hdr.report_ipv4.frag_offset,
              hdr.report_ipv4.ttl,
              hdr.report_ipv4.protocol,
              hdr.report_ipv4.src_addr,
              hdr.report_ipv4.dst_addr },
            hdr.report_ipv4.hdr_checksum,
            HashAlgorithm.csum16);
    }
}

control DeparserImpl(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr.report_ethernet);
        packet.emit(hdr.report_ipv4);
        packet.emit(hdr.report_udp);
        packet.emit(hdr.report);
        packet.emit(hdr.report_hop);
        packet.emit(hdr.report_drop);
        packet.emit(hdr.ethernet);
        packet.emit(hdr.ipv4);
        packet.emit(hdr.udp);
        packet.emit(hdr.int_shim);
        packet.emit(hdr.int_header);
        packet.emit(hdr.int_block);
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
