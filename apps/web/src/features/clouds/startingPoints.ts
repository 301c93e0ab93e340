import { files as libraryFiles } from "@p4twin/models/library/topologies";

export type StartingPoint = { name: string; fileName: string; text: string };

/** Topologies that come with the product. */
export const startingPoints = (): StartingPoint[] =>
  Object.entries(libraryFiles)
    .filter(([path]) => path.startsWith("topologies/"))
    .map(([path, text]) => {
      const fileName = path.slice("topologies/".length);
      return { name: fileName.replace(/\.\w+$/, ""), fileName, text };
    })
    .sort((a, b) => a.name.localeCompare(b.name));
