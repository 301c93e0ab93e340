import type { ArchitectureDefinition } from "./architectureModel.ts";

/** p4c's filter for the Linux kernel: one control says whether the packet is accepted. */
export const EBPF_FILTER: ArchitectureDefinition = {
  id: "ebpf",
  packageName: "ebpfFilter",
  includeFile: "ebpf_model.p4",
  defines: {},
  declares: null,
  blocks: [
    { parameter: "prs", role: "parser", title: "Parser" },
    { parameter: "filt", role: "filter", title: "Filter" },
  ],
  externOutcomes: {},
  dropPort: null,
  dividesAtRunTime: true,
  metadataOutcomes: [
    { holder: { block: "filt", parameter: 1 }, field: null, value: false, initial: null, outcome: "drop" },
  ],
};

/** p4c's switch for the express data path of the Linux kernel. */
export const XDP: ArchitectureDefinition = {
  id: "xdp",
  packageName: "xdp",
  includeFile: "xdp_model.p4",
  defines: {},
  declares: null,
  blocks: [
    { parameter: "p", role: "parser", title: "Parser" },
    { parameter: "s", role: "ingress", title: "Switch" },
    { parameter: "d", role: "deparser", title: "Deparser" },
  ],
  externOutcomes: {},
  dropPort: null,
  dividesAtRunTime: true,
  metadataOutcomes: [
    {
      holder: { struct: "xdp_output" },
      field: "output_action",
      value: "XDP_DROP",
      initial: null,
      outcome: "drop",
    },
    {
      holder: { struct: "xdp_output" },
      field: "output_action",
      value: "XDP_ABORTED",
      initial: null,
      outcome: "drop",
    },
  ],
};

/** p4c's pipeline for a BPF machine in user space. */
export const UBPF: ArchitectureDefinition = {
  id: "ubpf",
  packageName: "ubpf",
  includeFile: "ubpf_model.p4",
  defines: {},
  declares: null,
  blocks: [
    { parameter: "prs", role: "parser", title: "Parser" },
    { parameter: "p", role: "ingress", title: "Pipeline" },
    { parameter: "dprs", role: "deparser", title: "Deparser" },
  ],
  externOutcomes: { mark_to_drop: "drop" },
  dropPort: null,
  dividesAtRunTime: true,
  metadataOutcomes: [
    {
      holder: { struct: "standard_metadata" },
      field: "output_action",
      value: "DROP",
      initial: null,
      outcome: "drop",
    },
    {
      holder: { struct: "standard_metadata" },
      field: "output_action",
      value: "ABORT",
      initial: null,
      outcome: "drop",
    },
    {
      holder: { struct: "standard_metadata" },
      field: "clone",
      value: true,
      initial: false,
      outcome: "clone",
    },
  ],
};

/** `ebpf_model.p4`, in our own words. */
export const EBPF_MODEL_P4 = `#ifndef _EBPF_MODEL_P4_
#define _EBPF_MODEL_P4_

#include <core.p4>

extern CounterArray {
    CounterArray(bit<32> max_index, bool sparse);
    void increment(in bit<32> index);
    void add(in bit<32> index, in bit<32> value);
}

// Implementations of tables.
extern array_table {
    array_table(bit<32> size);
}

extern hash_table {
    hash_table(bit<32> size);
}

parser parse<H>(packet_in packet, out H headers);
control filter<H>(inout H headers, out bool accept);

package ebpfFilter<H>(parse<H> prs, filter<H> filt);

#endif
`;

/** `xdp_model.p4`, in our own words. */
export const XDP_MODEL_P4 = `#ifndef _XDP_MODEL_P4
#define _XDP_MODEL_P4

#include <core.p4>
#include <ebpf_model.p4>

enum xdp_action { XDP_ABORTED, XDP_DROP, XDP_PASS, XDP_TX, XDP_REDIRECT }

struct xdp_input {
    bit<32> input_port;
}

struct xdp_output {
    xdp_action output_action;
    bit<32> output_port;
}

extern bit<16> ebpf_ipv4_checksum(
    in bit<4> version,
    in bit<4> ihl,
    in bit<8> diffserv,
    in bit<16> totalLen,
    in bit<16> identification,
    in bit<3> flags,
    in bit<13> fragOffset,
    in bit<8> ttl,
    in bit<8> protocol,
    in bit<32> srcAddr,
    in bit<32> dstAddr);
extern bit<16> csum_replace2(in bit<16> csum, in bit<16> old, in bit<16> new);
extern bit<16> csum_replace4(in bit<16> csum, in bit<32> old, in bit<32> new);
extern bit<32> BPF_PERF_EVENT_OUTPUT();
extern bit<32> BPF_KTIME_GET_NS();

parser xdp_parse<H>(packet_in packet, out H headers);
control xdp_switch<H>(inout H headers, in xdp_input imd, out xdp_output omd);
control xdp_deparse<H>(in H headers, packet_out packet);

package xdp<H>(xdp_parse<H> p, xdp_switch<H> s, xdp_deparse<H> d);

#endif
`;

/** `ubpf_model.p4`, in our own words; before version 20200515 there was no standard metadata. */
export const UBPF_MODEL_P4 = `#ifndef _UBPF_MODEL_P4_
#define _UBPF_MODEL_P4_

#include <core.p4>

#ifndef UBPF_MODEL_VERSION
#define UBPF_MODEL_VERSION 20200515
#endif

const bit<32> __ubpf_model_version = UBPF_MODEL_VERSION;

#if UBPF_MODEL_VERSION >= 20200515
enum ubpf_action { ABORT, DROP, PASS, REDIRECT }

struct standard_metadata {
    bit<32> input_port;
    bit<32> packet_length;
    ubpf_action output_action;
    bit<32> output_port;
    bool clone;
    bit<32> clone_port;
}
#define P4TWIN_UBPF_METADATA , inout standard_metadata std
#else
#define P4TWIN_UBPF_METADATA
#endif

enum HashAlgorithm { lookup3 }

extern void mark_to_drop();
extern void mark_to_pass();
extern bit<48> ubpf_time_get_ns();
extern void truncate(in bit<32> len);
extern void hash<D>(out bit<32> result, in HashAlgorithm algo, in D data);
extern bit<16> csum_replace2(in bit<16> csum, in bit<16> old, in bit<16> new);
extern bit<16> csum_replace4(in bit<16> csum, in bit<32> old, in bit<32> new);

extern Register<T, S> {
    Register(bit<32> size);
    T read(in S index);
    void write(in S index, in T value);
}

parser parse<H, M>(packet_in packet, out H headers, inout M meta P4TWIN_UBPF_METADATA);
control pipeline<H, M>(inout H headers, inout M meta P4TWIN_UBPF_METADATA);
control deparser<H>(packet_out b, in H headers);

package ubpf<H, M>(parse<H, M> prs, pipeline<H, M> p, deparser<H> dprs);

#endif
`;
