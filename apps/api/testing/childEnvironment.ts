const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;

/**
 * Environment of a server that a test starts: not the one of the tests, whose variables would be read as
 * configuration. The compile cache (vitest.config.ts) is one for all: half of a start is the reading of TypeScript.
 */
export const childEnvironment = { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE };
