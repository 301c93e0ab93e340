/** SQLSTATE classes 22, 23 and 54: the values are at fault, so trying again cannot help. */
export const isBadData = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  typeof error.code === "string" &&
  /^(22|23|54)/.test(error.code);
