import { files } from "./files.generated.ts";

/**
 * Every file of the library by its path below `library/` (`programs/l3fwd.p4`): the same text in Node and in the
 * browser. A page imports one folder.
 */
export const libraryFiles = files;
export { libraryNames } from "./names.ts";
