// vQueue, a traffic manager of numbers instead of packets: Harkous, "Performance Modeling, Optimization, and Applications
// for the Deployment of Programmable Packet Processors in Cloud Environments" (TUM 2022), Sec. 6.3 and Listing 6.1, written
// from the description there.
//
// A slice has a rate: one packet of it takes T_DELAY. Registers keep how long a packet would wait if the slice were alone on
// a line of that rate. Above C_DELAY a packet is dropped, above M_DELAY it is marked (ECN). All times are microseconds, as
// BMv2 counts. Packets of a slice are taken to have one size, as in the thesis.
//
// Where the limits of the slices exceed the line, the real queue counts when it is longer than the virtual one (Sec. 6.4.1,
// Exp. 3). Ingress takes what the last packet that left that queue has waited, less the time since then (our choice): a queue
// drains no faster than time passes, and a slice that drops everything would see the old wait without end.
//
// The switch reports in two ways. As in Sec. 6.4.1 the IPv4 identification carries milliseconds of the virtual queue (bits
// 5 to 0), of the real one (11 to 6), and the drops before the packet (15 to 12). Beyond the thesis (our choice) a clone of
// one packet in report_mask + 1 goes to the collector as Telemetry Report v1.0. Without the mirror session REPORT_SESSION
// nothing is sent. How to run it: docs/15-latency-control-on-bmv2.md.
#include <core.p4>
#include <v1model.p4>

const bit<16> ETHERTYPE_IPV4 = 0x0800;
const bit<8> PROTOCOL_UDP = 17;
const bit<2> CONGESTION_EXPERIENCED = 3;

const bit<32> SLICES = 256;
// Real queues: 512 ports with 8 priorities.
const bit<32> QUEUES = 4096;
// Fields of the identification are cut to their largest value.
const bit<64> MAX_TOLD_MS = 63;
const bit<16> MAX_TOLD_DROPS = 15;

// Mirror session that leads to the collector, and what a clone keeps of the packet's metadata.
const bit<32> REPORT_SESSION = 1;
const bit<8> REPORT_FIELDS = 1;
// Bytes of a report: outer IPv4, UDP and report header; its own metadata; Ethernet, IPv4 and ports of the packet.
const bit<16> REPORT_BASE_BYTES = 44;
const bit<16> REPORT_HOP_BYTES = 16;
const bit<16> PACKET_BYTES = 42;
const bit<16> IPV4_BYTES = 20;
const bit<32> ETHERNET_BYTES = 14;

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

struct headers_t {
    ethernet_t report_ethernet;
    ipv4_t report_ipv4;
    udp_t report_udp;
    report_t report;
    report_hop_t report_hop;
    ethernet_t ethernet;
    ipv4_t ipv4;
}

struct metadata_t {
    bit<32> slice;
    time_us_t packet_delay;
    time_us_t drop_delay;
    time_us_t mark_delay;
    // of the slice, when this packet came
    time_us_t virtual_delay;
    bit<16> drops;
    bit<1> is_managed;
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

// What the last packet that left a real queue has waited, and when it left: written in egress, read in ingress.
register<time_us_t>(QUEUES) queue_delay;
register<time_us_t>(QUEUES) queue_time;

register<bit<32>>(1) report_sequence;
register<bit<32>>(1) report_count;
// One packet in so many, less one: 0 reports every packet, 63 one in 64.
register<bit<32>>(1) report_mask;

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
    // Time of the last packet of a slice, how long one would wait now, and what was dropped but not told yet.
    register<time_us_t>(SLICES) slice_ts;
    register<time_us_t>(SLICES) slice_delay;
    register<bit<16>>(SLICES) slice_drops;

    action drop() {
        mark_to_drop(standard_metadata);
    }

    action forward(mac_addr_t dst_mac, port_t port, bit<32> slice) {
        hdr.ethernet.src_addr = hdr.ethernet.dst_addr;
        hdr.ethernet.dst_addr = dst_mac;
        hdr.ipv4.ttl = hdr.ipv4.ttl - 1;
        standard_metadata.egress_spec = port;
        meta.slice = slice;
    }

    // Forwarding and classification in one: a slice are the flows to one destination.
    table ipv4_lpm {
        key = {
            hdr.ipv4.dst_addr : lpm;
        }
        actions = {
            forward;
            drop;
        }
        size = 1024;
        default_action = drop();
    }

    // T_DELAY, C_DELAY and M_DELAY of Listing 6.1, and the priority of the slice in the switch's own queues (7: first).
    action queue_manage(time_us_t t_delay, time_us_t c_delay, time_us_t m_delay, bit<3> priority) {
        meta.packet_delay = t_delay;
        meta.drop_delay = c_delay;
        meta.mark_delay = m_delay;
        standard_metadata.priority = priority;
        meta.is_managed = 1;
    }

    table slices {
        key = {
            meta.slice : exact;
        }
        actions = {
            queue_manage;
            @defaultonly NoAction;
        }
        size = 256;
        default_action = NoAction();
    }

    apply {
        if (hdr.ipv4.isValid() && hdr.ipv4.ttl > 1) {
            // what is not forwarded belongs to no slice
            switch (ipv4_lpm.apply().action_run) {
                forward: {
                    slices.apply();
                }
            }
            if (meta.is_managed == 1) {
                time_us_t now = standard_metadata.ingress_global_timestamp;
                time_us_t before;
                time_us_t delay;
                bit<16> drops;
                slice_ts.read(before, meta.slice);
                slice_ts.write(meta.slice, now);
                // the first packet, or one that was overtaken
                if (before == 0 || before > now) {
                    before = now;
                }
                slice_delay.read(delay, meta.slice);
                if (now - before > delay) {
                    delay = 0;
                } else {
                    delay = delay - (now - before);
                }
                time_us_t real;
                time_us_t left;
                bit<32> queue = (bit<32>) (standard_metadata.egress_spec ++ standard_metadata.priority);
                queue_delay.read(real, queue);
                queue_time.read(left, queue);
                real = real |-| (now |-| left);
                slice_drops.read(drops, meta.slice);
                if (delay + meta.packet_delay > meta.drop_delay || real + meta.packet_delay > meta.drop_delay) {
                    slice_drops.write(meta.slice, drops + 1);
                    drop();
                } else {
                    delay = delay + meta.packet_delay;
                    if (hdr.ipv4.ecn != 0 && (delay > meta.mark_delay || real > meta.mark_delay)) {
                        hdr.ipv4.ecn = CONGESTION_EXPERIENCED;
                    }
                    meta.virtual_delay = delay;
                    meta.drops = drops;
                    if (drops > MAX_TOLD_DROPS) {
                        meta.drops = MAX_TOLD_DROPS;
                    }
                    // what does not fit is told by the next packets
                    slice_drops.write(meta.slice, drops - meta.drops);
                }
                slice_delay.write(meta.slice, delay);
            }
        } else {
            drop();
        }
    }
}

control EgressImpl(inout headers_t hdr,
                   inout metadata_t meta,
                   inout standard_metadata_t standard_metadata) {
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

    // Headers only: the payload stays behind, so that a report of a full packet fits the line.
    action finish_report() {
        hdr.report_udp.length = hdr.report_ipv4.total_len - IPV4_BYTES;
        truncate((bit<32>) hdr.report_ipv4.total_len + ETHERNET_BYTES);
    }

    apply {
        if (meta.is_report == 1) {
            table_report.apply();
            if (hdr.report.isValid()) {
                add_hop();
                finish_report();
            }
        } else if (meta.is_managed == 1) {
            bit<32> queue_index = (bit<32>) (standard_metadata.egress_port ++ standard_metadata.priority);
            queue_delay.write(queue_index, (time_us_t) standard_metadata.deq_timedelta);
            queue_time.write(queue_index, standard_metadata.egress_global_timestamp);
            // 67109 / 2^26 is one thousandth, to five digits: P4 targets do not divide
            bit<64> virtual_ms = ((bit<64>) meta.virtual_delay * 67109) >> 26;
            bit<64> real_ms = ((bit<64>) standard_metadata.deq_timedelta * 67109) >> 26;
            if (virtual_ms > MAX_TOLD_MS) {
                virtual_ms = MAX_TOLD_MS;
            }
            if (real_ms > MAX_TOLD_MS) {
                real_ms = MAX_TOLD_MS;
            }
            hdr.ipv4.identification = meta.drops[3:0] ++ real_ms[5:0] ++ virtual_ms[5:0];
            bit<32> count;
            bit<32> mask;
            report_count.read(count, 0);
            report_count.write(0, count + 1);
            report_mask.read(mask, 0);
            if ((count & mask) == 0) {
                keep_pass();
                clone_preserving_field_list(CloneType.E2E, REPORT_SESSION, REPORT_FIELDS);
            }
        }
    }
}

control ComputeChecksumImpl(inout headers_t hdr, inout metadata_t meta) {
    apply {
        update_checksum(
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
        packet.emit(hdr.ethernet);
        packet.emit(hdr.ipv4);
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
