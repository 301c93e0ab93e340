/** The folder of the build of the present sources, by default of this package. */
export function buildOfSources(models?: string): string;
