import type { Deployment } from "../deployments/schema.ts";
import type { Names } from "./body.ts";

/** Names of deployments and their segments. */
export const namesOf = (deployments: readonly Deployment[]): Names =>
  new Map(
    deployments.map(({ id, name, segments }) => [
      id,
      { name, segments: new Map(segments.map((segment) => [segment.id, segment.name])) },
    ]),
  );
