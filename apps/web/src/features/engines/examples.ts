import { libraryFiles } from "@p4twin/models/library";

/** A file to begin with, by what it does. */
export const examples = [
  { id: "estimate", label: "Estimator", source: libraryFiles["engines/expensive_tables.py"] ?? "" },
  { id: "place", label: "Placement solver", source: libraryFiles["engines/least_loaded.py"] ?? "" },
] as const;
export type ExampleId = (typeof examples)[number]["id"];

export const exampleSource = (id: ExampleId): string =>
  examples.find((example) => example.id === id)?.source ?? "";
