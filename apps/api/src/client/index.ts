export { type ApiClient, ApiProblem, createApiClient } from "./createApiClient.ts";
export type { Operations, Problem } from "./operations.generated.ts";
