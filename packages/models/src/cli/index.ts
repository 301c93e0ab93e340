export { commandTable } from "./commandTable.ts";

export { endWithThisProcess } from "./lifeline.mjs";

export { pyodideFolder, pythonRoomFolder, spawnPythonChild } from "./pythonEngine/spawnPythonChild.ts";
