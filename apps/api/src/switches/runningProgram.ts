import { profilesOf } from "@p4twin/models/attach";
import { P4Info } from "@p4twin/models/p4runtime";
import { isBmv2Json } from "@p4twin/models/program";
import { type Entity, runtimeJsonOf } from "@p4twin/models/snapshot";
import type { ProgramService } from "../programs/service.ts";
import type { ChunkStore } from "./chunkStore.ts";
import type { AttachedSwitch, StoredSnapshot } from "./schema.ts";
import type { SnapshotReader } from "./snapshotReader.ts";

type Deps = {
  reader: SnapshotReader;
  chunks: ChunkStore;
  programs: Pick<ProgramService, "get">;
  attached: (id: string) => Promise<AttachedSwitch>;
  snapshotOf: (id: string) => Promise<StoredSnapshot>;
};

/** Table contents of a snapshot, as they were read and in the form of the p4lang tutorials. */
export async function contentsOf({ reader, chunks }: Pick<Deps, "reader" | "chunks">, root: string) {
  const { p4Info } = (await reader.snapshot(root)).pipeline;
  const info = p4Info === null ? null : P4Info.decode(Buffer.from(await chunks.text(p4Info), "base64"));
  const entities: Entity[] = [];
  for await (const entity of reader.entities(root)) entities.push(entity);
  const { hasProfiles: _, ...json } = runtimeJsonOf(entities, info ? profilesOf(info) : () => null);
  return { entities, json };
}

/**
 * What ran at a snapshot: the program as the switch gave it back, else the version it is bound to, with its entries;
 * null when neither is known.
 */
export function createRunningProgram({ reader, chunks, programs, attached, snapshotOf }: Deps) {
  return async (snapshotId: string) => {
    const { root, switchId } = await snapshotOf(snapshotId);
    const { pipeline, bound } = await reader.snapshot(root);
    const versionId = bound.program ?? (await attached(switchId)).programVersionId;
    const program = versionId
      ? await programs.get(versionId)
      : pipeline.config === null
        ? null
        : givenBack(await chunks.text(pipeline.config));
    if (!program) return null;
    const { entities, json } = await contentsOf({ reader, chunks }, root);
    const { name: file, source, includes } = program;
    return {
      file,
      source,
      includes,
      entities,
      entries: { fileName: "entries.json", text: JSON.stringify(json) },
    };
  };
}
export type RunningProgramOf = ReturnType<typeof createRunningProgram>;

const givenBack = (source: string) => ({
  ...{ source, includes: {} },
  name: isBmv2Json(source) ? "program.json" : "program.p4",
});
