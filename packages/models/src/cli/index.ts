export { commandTable } from "./commandTable.ts";
export { createSnapshotFile } from "./engines/pythonEngine/snapshotFile.ts";
export {
  pyodideFolder,
  pythonRoomFolder,
  spawnPythonChild,
} from "./engines/pythonEngine/spawnPythonChild.ts";
export { endWithThisProcess } from "./lifeline.mjs";
