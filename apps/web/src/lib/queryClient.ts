import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { type DescribedError, describeError } from "./describeError.ts";

/** What the page does with an error that no view shows by itself. */
export type ErrorSeam = {
  show(error: DescribedError): void;
  signIn(): void;
};

/** A mutation with this meta shows its error in its own form. */
export const SHOWN_INLINE = { shownInline: true } as const;

const RETRIES = 2;

/** Client errors stay as they are however often one asks; only a silent or failing server is asked again. */
function shouldRetry(failures: number, error: unknown): boolean {
  const status =
    error instanceof Error && "data" in error
      ? (error.data as { httpStatus?: number } | undefined)?.httpStatus
      : undefined;
  return failures < RETRIES && (status === undefined || status >= 500);
}

/** The one place where errors of queries and mutations leave the cache. */
export function createQueryClient(seam: ErrorSeam): QueryClient {
  const report = (error: unknown, visible: boolean): void => {
    const described = describeError(error);
    if (described.signedOut) seam.signIn();
    else if (visible) seam.show(described);
  };
  return new QueryClient({
    defaultOptions: {
      // the server may run on this computer: it is asked also while the browser calls itself offline
      queries: { networkMode: "always", staleTime: 10_000, retry: shouldRetry, refetchOnWindowFocus: false },
      mutations: { networkMode: "always", retry: false },
    },
    queryCache: new QueryCache({
      // a view without data shows the failed state itself; a failed refresh would go unseen
      onError: (error, query) => report(error, query.state.data !== undefined),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => report(error, mutation.meta?.shownInline !== true),
    }),
  });
}
