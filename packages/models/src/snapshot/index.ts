export { compareEntities, type EntityChange, type EntityComparison } from "./compareEntities.ts";
export {
  type Entity,
  type EntityAction,
  type EntityMatch,
  type EntityRun,
  type EntryEntity,
  entityText,
  entityWords,
  keyOf,
  placeOf,
} from "./entity.ts";
export {
  entitiesOf,
  leavesOf,
  type Snapshot,
  SnapshotPacker,
  snapshotSchema,
} from "./pack.ts";
export { runtimeJsonOf } from "./runtimeJson.ts";
export { type SnapshotFile, snapshotFileSchema } from "./snapshotFile.ts";
