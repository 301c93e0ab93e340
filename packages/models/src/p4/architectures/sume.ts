import type { ArchitectureDefinition } from "./architectureModel.ts";

/** The NetFPGA SUME switch of P4-NetFPGA; a packet without destination port is dropped (its wiki, SimpleSumeSwitch). */
export const SIMPLE_SUME_SWITCH: ArchitectureDefinition = {
  // the word that device profiles use
  id: "sume",
  packageName: "SimpleSumeSwitch",
  includeFile: "sume_switch.p4",
  defines: {},
  declares: null,
  blocks: [
    { parameter: "p", role: "parser", title: "TopParser" },
    { parameter: "map", role: "ingress", title: "TopPipe" },
    { parameter: "d", role: "deparser", title: "TopDeparser" },
  ],
  externOutcomes: {},
  dropPort: null,
  metadataOutcomes: [
    {
      holder: { struct: "sume_metadata_t" },
      field: "dst_port",
      value: 0n,
      initial: 0n,
      outcome: "drop",
    },
  ],
};

/** `sume_switch.p4`, in our own words. Ports are one bit each, physical and DMA by turns. */
export const SIMPLE_SUME_SWITCH_P4 = `#ifndef _SUME_SWITCH_P4_
#define _SUME_SWITCH_P4_

#include <core.p4>

typedef bit<8> port_t;

struct sume_metadata_t {
    bit<16> dma_q_size;             // queue sizes in words of 32 bytes
    bit<16> nf3_q_size;
    bit<16> nf2_q_size;
    bit<16> nf1_q_size;
    bit<16> nf0_q_size;
    bit<8> send_dig_to_cpu;
    bit<8> drop;                    // without effect
    port_t dst_port;
    port_t src_port;
    bit<16> pkt_len;                // bytes
}

parser Parser<H, M, D>(
    packet_in b,
    out H parsedHeaders,
    out M user_metadata,
    out D digest_data,
    inout sume_metadata_t sume_metadata);

control Pipe<H, M, D>(
    inout H parsedHeaders,
    inout M user_metadata,
    inout D digest_data,
    inout sume_metadata_t sume_metadata);

control Deparser<H, M, D>(
    packet_out b,
    in H parsedHeaders,
    in M user_metadata,
    inout D digest_data,
    inout sume_metadata_t sume_metadata);

package SimpleSumeSwitch<H, M, D>(Parser<H, M, D> p, Pipe<H, M, D> map, Deparser<H, M, D> d);

#endif
`;
