import type { Located } from "../bmv2/schema.ts";

/** What has no words in P4, or is not what p4c-bm2-ss writes. */
export class DecompileError extends Error {
  override name = "DecompileError";

  constructor(message: string, at: Located = {}) {
    const { source_info: place } = at;
    super(place ? `${message} (${place.filename}:${place.line})` : message);
  }
}
