export { type Command, type CommandEntry, type ExitCode, exitCode } from "./command.ts";
export { commandTable } from "./commandTable.ts";
export { InputError, inputError, UsageError } from "./errors.ts";
export type { Io } from "./io.ts";
export { endWithThisProcess } from "./lifeline.mjs";
export { main } from "./main.ts";
export { nodeIo } from "./nodeIo.ts";
export { pyodideFolder, pythonRoomFolder, spawnPythonChild } from "./pythonEngine/spawnPythonChild.ts";
