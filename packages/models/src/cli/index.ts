export { commandTable } from "./commandTable.ts";
export { builtMemory } from "./engines/pythonEngine/builtMemory.ts";
export { pyodideFolder, pythonRoomFolder } from "./engines/pythonEngine/pythonPlaces.ts";
export { createSnapshotFile } from "./engines/pythonEngine/snapshotFile.ts";
export { spawnPythonChild } from "./engines/pythonEngine/spawnPythonChild.ts";
export { endWithThisProcess } from "./lifeline.mjs";
