import type { ArchitectureDefinition } from "./architectureModel.ts";

/** The architecture of BMv2's simple_switch. Outcomes follow its `simple_switch.md`. */
export const V1MODEL: ArchitectureDefinition = {
  id: "v1model",
  packageName: "V1Switch",
  includeFile: "v1model.p4",
  defines: {},
  declares: null,
  blocks: [
    { parameter: "p", role: "parser", title: "ParserImpl" },
    { parameter: "vr", role: "verifyChecksum", title: "VerifyChecksum" },
    { parameter: "ig", role: "ingress", title: "Ingress" },
    { parameter: "eg", role: "egress", title: "Egress" },
    { parameter: "ck", role: "computeChecksum", title: "ComputeChecksum" },
    { parameter: "dep", role: "deparser", title: "Deparser" },
  ],
  externOutcomes: {
    mark_to_drop: "drop",
    resubmit: "recirculate",
    resubmit_preserving_field_list: "recirculate",
    recirculate: "recirculate",
    recirculate_preserving_field_list: "recirculate",
    clone: "clone",
    clone3: "clone",
    clone_preserving_field_list: "clone",
  },
  dropPort: { field: "egress_spec", value: 511n },
  metadataOutcomes: [],
};

/** `v1model.p4` as BMv2 and p4c understand it, in our own words. */
export const V1MODEL_P4 = `#ifndef _V1_MODEL_P4_
#define _V1_MODEL_P4_

#include <core.p4>

// From 20200408 on, indices of counters, meters and registers have a type of their own.
#ifndef V1MODEL_VERSION
#define V1MODEL_VERSION 20180101
#endif

#if V1MODEL_VERSION < 20180101 || V1MODEL_VERSION > 20200408
#error "unknown V1MODEL_VERSION; define it as a number from 20180101 to 20200408"
#endif

const bit<32> __v1model_version = V1MODEL_VERSION;

#if V1MODEL_VERSION >= 20200408
typedef bit<9> PortId_t;
#define P4TWIN_PORT PortId_t
#define P4TWIN_INDEXED <I>
#define P4TWIN_INDEX I
#else
#define P4TWIN_PORT bit<9>
#define P4TWIN_INDEXED
#define P4TWIN_INDEX bit<32>
#endif

match_kind {
    range,
    optional,
    selector
}

struct standard_metadata_t {
    P4TWIN_PORT ingress_port;
    P4TWIN_PORT egress_spec;
    P4TWIN_PORT egress_port;
    bit<32> instance_type;
    bit<32> packet_length;
    bit<32> enq_timestamp;              // microseconds since start
    bit<19> enq_qdepth;
    bit<32> deq_timedelta;              // microseconds in the queue
    bit<19> deq_qdepth;
    bit<48> ingress_global_timestamp;
    bit<48> egress_global_timestamp;
    bit<16> mcast_grp;
    bit<16> egress_rid;
    bit<1>  checksum_error;
    error   parser_error;
    bit<3>  priority;
}

enum CounterType { packets, bytes, packets_and_bytes }

enum MeterType { packets, bytes }

enum CloneType { I2E, E2E }

enum HashAlgorithm {
    crc32,
    crc32_custom,
    crc16,
    crc16_custom,
    random,
    identity,
    csum16,
    xor16
}

#define V1MODEL_METER_COLOR_GREEN  0
#define V1MODEL_METER_COLOR_YELLOW 1
#define V1MODEL_METER_COLOR_RED    2

extern counter P4TWIN_INDEXED {
    counter(bit<32> size, CounterType type);
    void count(in P4TWIN_INDEX index);
}

extern direct_counter {
    direct_counter(CounterType type);
    void count();
}

extern meter P4TWIN_INDEXED {
    meter(bit<32> size, MeterType type);
    void execute_meter<T>(in P4TWIN_INDEX index, out T result);
}

extern direct_meter<T> {
    direct_meter(MeterType type);
    void read(out T result);
}

#if V1MODEL_VERSION >= 20200408
extern register<T, I> {
#else
extern register<T> {
#endif
    register(bit<32> size);
    void read(out T result, in P4TWIN_INDEX index);
    void write(in P4TWIN_INDEX index, in T value);
}

extern action_profile {
    action_profile(bit<32> size);
}

extern action_selector {
    action_selector(HashAlgorithm algorithm, bit<32> size, bit<32> outputWidth);
}

extern Checksum16 {
    Checksum16();
    bit<16> get<D>(in D data);
}

extern void random<T>(out T result, in T lo, in T hi);
extern void digest<T>(in bit<32> receiver, in T data);
extern void hash<O, T, D, M>(out O result, in HashAlgorithm algo, in T base, in D data, in M max);

extern void mark_to_drop();
extern void mark_to_drop(inout standard_metadata_t standard_metadata);

extern void verify_checksum<T, O>(in bool condition, in T data, in O checksum, HashAlgorithm algo);
extern void update_checksum<T, O>(in bool condition, in T data, inout O checksum, HashAlgorithm algo);
extern void verify_checksum_with_payload<T, O>(in bool condition, in T data, in O checksum, HashAlgorithm algo);
extern void update_checksum_with_payload<T, O>(in bool condition, in T data, inout O checksum, HashAlgorithm algo);

extern void resubmit<T>(in T data);
extern void resubmit_preserving_field_list(bit<8> index);
extern void recirculate<T>(in T data);
extern void recirculate_preserving_field_list(bit<8> index);
extern void clone(in CloneType type, in bit<32> session);
extern void clone3<T>(in CloneType type, in bit<32> session, in T data);
extern void clone_preserving_field_list(in CloneType type, in bit<32> session, bit<8> index);

extern void truncate(in bit<32> length);
extern void assert(in bool check);
extern void assume(in bool check);
extern void log_msg(string msg);
extern void log_msg<T>(string msg, in T data);

parser Parser<H, M>(
    packet_in b, out H parsedHdr, inout M meta, inout standard_metadata_t standard_metadata);
control VerifyChecksum<H, M>(inout H hdr, inout M meta);
control Ingress<H, M>(inout H hdr, inout M meta, inout standard_metadata_t standard_metadata);
control Egress<H, M>(inout H hdr, inout M meta, inout standard_metadata_t standard_metadata);
control ComputeChecksum<H, M>(inout H hdr, inout M meta);
control Deparser<H>(packet_out b, in H hdr);

package V1Switch<H, M>(
    Parser<H, M> p,
    VerifyChecksum<H, M> vr,
    Ingress<H, M> ig,
    Egress<H, M> eg,
    ComputeChecksum<H, M> ck,
    Deparser<H> dep);

#endif
`;
