import type { CommandEntry } from "./command.ts";

/** All subcommands in the order of the help text. To add one: a file that exports a `Command`, and a line here. */
export const commandTable: readonly CommandEntry[] = [
  {
    name: "features",
    summary: "feature vector of every feasible path of a P4 program",
    load: async () => (await import("./programs/featuresCommand.ts")).featuresCommand,
  },
  {
    name: "estimate",
    summary: "latency of each path on a device, term by term",
    load: async () => (await import("./programs/estimateCommand.ts")).estimateCommand,
  },
  {
    name: "check",
    summary: "exit 3 when the slowest path is over a budget",
    load: async () => (await import("./programs/checkCommand.ts")).checkCommand,
  },
  {
    name: "run",
    summary: "sends packets through a P4 program: what leaves, each step, its time on a device",
    load: async () => (await import("./programs/runCommand.ts")).runCommand,
  },
  {
    name: "switch",
    summary: "a software switch that runs a P4 program and is controlled by P4Runtime",
    load: async () => (await import("./switches/switchCommand.ts")).switchCommand,
  },
  {
    name: "test",
    summary: "runs packet tests (STF) on a P4 program",
    load: async () => (await import("./programs/testCommand.ts")).testCommand,
  },
  {
    name: "cover",
    summary: "a packet, with the entries it needs, for every path",
    load: async () => (await import("./programs/coverCommand.ts")).coverCommand,
  },
  {
    name: "decompile",
    summary: "P4 source of what p4c-bm2-ss compiled for v1model",
    load: async () => (await import("./programs/decompileCommand.ts")).decompileCommand,
  },
  {
    name: "review",
    summary: "what a change of programs and entries does; exit 3 when a rule fails",
    load: async () => (await import("./reviews/reviewCommand.ts")).reviewCommand,
  },
  {
    name: "attach",
    summary:
      "reads pipeline, entries and counters of a running switch by P4Runtime, without changing anything",
    load: async () => (await import("./switches/attachCommand.ts")).attachCommand,
  },
  {
    name: "devices",
    summary: "the device library, or one profile",
    load: async () => (await import("./devices/devicesCommand.ts")).devicesCommand,
  },
  {
    name: "probe",
    summary: "programs, packet and sheet that measure what each construct costs on a device",
    load: async () => (await import("./devices/probeCommand.ts")).probeCommand,
  },
  {
    name: "fit",
    summary: "a device profile from measured latencies",
    load: async () => (await import("./devices/fitCommand.ts")).fitCommand,
  },
  {
    name: "topology",
    summary: "converts a topology of any known format to ours",
    load: async () => (await import("./placements/topologyCommand.ts")).topologyCommand,
  },
  {
    name: "queue",
    summary: "sojourn times, utilisation and stability limits under load",
    load: async () => (await import("./queues/queueCommand.ts")).queueCommand,
  },
  {
    name: "profile",
    summary: "where the latency of a server's functions is spent, and how to tune it",
    load: async () => (await import("./servers/profileCommand.ts")).profileCommand,
  },
  {
    name: "plan",
    summary: "devices to buy for an expected workload",
    load: async () => (await import("./placements/planCommand.ts")).planCommand,
  },
  {
    name: "place",
    summary: "embeds service chains into a cloud within their delay budgets",
    load: async () => (await import("./placements/placeCommand.ts")).placeCommand,
  },
  {
    name: "simulate",
    summary: "latency control in a simulated cloud: delay and loss per flow",
    load: async () => (await import("./queues/simulateCommand.ts")).simulateCommand,
  },
  {
    name: "twin",
    summary: "predicts the segments of a deployment, compares with exported windows, refits a profile",
    load: async () => (await import("./twins/twinCommand.ts")).twinCommand,
  },
  {
    name: "synthesise",
    summary: "merges a chain into one function: traffic classes, Click, OpenFlow or P4",
    load: async () => (await import("./servers/synthesise.ts")).synthesiseCommand,
  },
  {
    name: "offload",
    summary: "splits a chain between switch, NIC and server: rules, tags, what does not fit and why",
    load: async () => (await import("./servers/offload.ts")).offloadCommand,
  },
  {
    name: "metron",
    summary: "a controller for Metron's agents: deploys a placed chain, asks for loads, scales",
    load: async () => (await import("./servers/metronCommand.ts")).metronCommand,
  },
  {
    name: "decode",
    summary: "every INT report of a capture, one JSON object a line",
    load: async () => (await import("./reports/decodeCommand.ts")).decodeCommand,
  },
  {
    name: "send",
    summary: "sends INT report datagrams to a collector",
    load: async () => (await import("./reports/sendCommand.ts")).sendCommand,
  },
  {
    name: "mcp",
    summary: "tools for assistants over the Model Context Protocol, on standard input and output",
    load: async () => (await import("./assistants/mcpCommand.ts")).mcpCommand,
  },
];
