import { deviceProfileSchema } from "@p4twin/models/device";
import { topologySchema } from "@p4twin/models/topology";
import { segmentsSchema } from "@p4twin/models/twin";
import { z } from "zod";

/**
 * What a switch stands in while it is read: its profile, the clouds that it is a node of, and the deployments that it
 * is an element of. A snapshot names a manifest, which names a piece for each; pieces are stored by their hash.
 */
const placed = z.object({ id: z.string(), name: z.string(), piece: z.string() });
export const manifestSchema = z.object({
  version: z.literal(1),
  /** null: no profile was chosen */
  profile: z.string().nullable(),
  topologies: z.array(placed),
  deployments: z.array(placed),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const deploymentPieceSchema = z.object({
  /** null: it deploys no chain */
  chain: z.object({ name: z.string(), maxDelayUs: z.number().nullable() }).nullable(),
  placementId: z.string().nullable(),
  segments: segmentsSchema,
  /** segments of the deployment; more than are kept */
  of: z.int().nonnegative(),
});
export type DeploymentPiece = z.infer<typeof deploymentPieceSchema>;

export const profilePieceSchema = deviceProfileSchema;
export const topologyPieceSchema = topologySchema;

type Named<T> = { id: string; name: string; document: T };
/** What a snapshot knows of where its switch stood. */
export type Surroundings = {
  profile: z.infer<typeof profilePieceSchema> | null;
  topologies: Named<z.infer<typeof topologyPieceSchema>>[];
  deployments: Named<DeploymentPiece>[];
};

/** Hashes that a manifest names. */
export const piecesOf = ({ profile, topologies, deployments }: Manifest): string[] => [
  ...(profile === null ? [] : [profile]),
  ...[...topologies, ...deployments].map(({ piece }) => piece),
];
