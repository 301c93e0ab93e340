/** Quality marks of a decoded report [int-marks]: bits of the batch's `marks` column, and their names in `warnings`. */
export const MARK_TRUNCATED_STACK = 1 << 0;
export const MARK_UNKNOWN_DOMAIN = 1 << 1;
export const MARK_WIDTH_ASSUMED = 1 << 2;
export const MARK_VER_NIBBLE = 1 << 3;
export const MARK_INVALID_ITEM = 1 << 4;
export const MARK_SINK_CLONE_LATENCY = 1 << 5;
/** E bit: a hop found no hop count left, so the path is incomplete. */
export const MARK_HOP_LIMIT_EXCEEDED = 1 << 6;
/** M bit: a hop did not fit into the MTU and is missing somewhere. */
export const MARK_MTU_EXCEEDED = 1 << 7;
/** D bit of INT v2.x: the packet is a clone or probe; its payload is not user traffic. */
export const MARK_DISCARD = 1 << 8;
/** I bit of report v2.0: sent by a transit node, the path is not complete yet. */
export const MARK_INTERMEDIATE = 1 << 9;
/** C bit of INT v0.x and v1.0: the packet is a copy and must not count as a packet of the flow. */
export const MARK_COPY = 1 << 10;
/** The inner packet carries an INT marker, but no readable INT; the report's own metadata are kept. */
export const MARK_INT_UNREADABLE = 1 << 11;
/** The report says that a flow is tracked, but carries neither INT nor metadata. */
export const MARK_NO_TELEMETRY = 1 << 12;

export const MARK_NAMES = [
  "truncated-stack",
  "unknown-domain",
  "width-assumed",
  "ver-nibble-mismatch",
  "invalid-item",
  "sink-clone-latency",
  "hop-limit-exceeded",
  "mtu-exceeded",
  "discard",
  "intermediate",
  "copy",
  "int-unreadable",
  "no-telemetry",
] as const;
