import type { Parsing } from "../shared/parsing/parsing.ts";
import type { OffloadAnswer, OffloadInput, SynthesisAnswer, SynthesisInput } from "./schema.ts";

/**
 * Chains for servers: synthesised, and placed in a network of switches and servers. Nothing is stored; both run in a
 * process with bounds of time and memory.
 */
export function createServerService({ analyses }: { analyses: Parsing }) {
  return {
    async synthesise(input: SynthesisInput): Promise<SynthesisAnswer> {
      const read = await analyses.read("synthesis", input, input.file);
      return read.ok ? read.value : read;
    },

    async offload(input: OffloadInput): Promise<OffloadAnswer> {
      const read = await analyses.read("offload", input, input.file);
      return read.ok ? read.value : read;
    },
  };
}
