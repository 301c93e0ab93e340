/** What programs may need of a device beyond its constructs and externs (thesis Sec. 6.3.4). */
export const capabilityNames = ["queue-metadata", "priorities", "meters", "ingress-meters"] as const;
export type Capability = (typeof capabilityNames)[number];
