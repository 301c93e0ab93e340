import type { UserRole } from "./roles.ts";

/** Who asks. */
export type Actor = { id: string; name: string; email: string; role: UserRole };
