import { files as libraryFiles } from "../../library/functions/files.generated.ts";
import { libraryNames } from "../../library/names.ts";
import { assert, checkShape, readDocument } from "../core/index.ts";
import { type NetworkFunction, networkFunctionSchema } from "./schema.ts";

/** Types of the network functions that come with the product, sorted. */
export const libraryFunctionTypes = (): string[] => libraryNames("functions", ".json");

/** The network functions that come with the product (thesis Table 5.5). */
export const libraryFunctions = (): NetworkFunction[] =>
  libraryFunctionTypes().map((type) => {
    const path = `functions/${type}.json`;
    const { value } = checkShape(
      readDocument(libraryFiles[path]!, path),
      networkFunctionSchema,
      "a function",
    );
    assert(value !== null, `library file ${path} is a valid function`);
    return value;
  });
