import type { Operations, Problem } from "./operations.generated.ts";

/** A request that the API refused, or that failed; `problem` is null where the answer was none of its own. */
export class ApiProblem extends Error {
  override name = "ApiProblem";
  readonly status: number;
  readonly problem: Problem | null;
  constructor(status: number, problem: Problem | null, message: string) {
    super(message);
    this.status = status;
    this.problem = problem;
  }
}

type Name = keyof Operations;
type Input<N extends Name> = Operations[N]["input"];
/** Operations that need nothing can be called with nothing. */
type Given<N extends Name> = Record<never, never> extends Input<N> ? [input?: Input<N>] : [input: Input<N>];

/** Calls an operation by its method and path; rejects with `ApiProblem`, and as `fetch` does when nothing answers. */
export type ApiClient = <N extends Name>(name: N, ...given: Given<N>) => Promise<Operations[N]["output"]>;

type ApiClientOptions = {
  /** where P4Twin answers, such as http://127.0.0.1:3000 */
  url: string;
  /** of *Settings > Tokens* */
  token: string;
  /** left out: that of the token */
  workspace?: string;
  /** left out: the global one */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
};

/**
 * A typed client of `/api/v1`, from the schemas that check every request: `await api("GET /switches/{id}", { id })`.
 * Input is one object, whose names are those of path, query and body. Files come as text.
 */
export function createApiClient({ url, token, workspace, fetch: send = fetch }: ApiClientOptions): ApiClient {
  return async (name, ...given) => {
    const [method = "GET", template = ""] = name.split(" ");
    const left: Record<string, unknown> = { ...given[0] };
    const path = template.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
      const value = left[parameter];
      delete left[parameter];
      return encodeURIComponent(String(value));
    });
    const hasBody = method !== "GET" && method !== "DELETE";
    const query = new URLSearchParams(workspace === undefined ? {} : { workspace });
    if (!hasBody)
      for (const [parameter, value] of Object.entries(left))
        if (value !== undefined && value !== null) query.set(parameter, String(value));
    const answer = await send(`${url.replace(/\/$/, "")}/api/v1${path}${query.size > 0 ? `?${query}` : ""}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(hasBody ? { "content-type": "application/json" } : {}),
      },
      ...(hasBody ? { body: JSON.stringify(left) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw problemOf(answer.status, text);
    return isJson(answer) && answer.headers.get("content-disposition") === null ? JSON.parse(text) : text;
  };
}

const isJson = ({ headers }: Response): boolean =>
  headers.get("content-type")?.startsWith("application/json") ?? false;

function problemOf(status: number, text: string): ApiProblem {
  try {
    const problem: Problem = JSON.parse(text);
    return new ApiProblem(status, problem, problem.detail);
  } catch {
    // a proxy on the way answers in its own words
    return new ApiProblem(status, null, `${status}: ${text.slice(0, 200)}`);
  }
}
