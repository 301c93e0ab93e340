import type { AppRouter } from "@p4twin/api/router";
import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  httpSubscriptionLink,
  splitLink,
  type TRPCClient,
} from "@trpc/client";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { inWorkspace, workspaceHeader } from "./workspace.ts";

/** Procedures of the API as query options: `useTRPC().programs.list.queryOptions()`. */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

/** What a procedure returns, by noun and procedure: `RouterOutputs["programs"]["list"]`. */
export type RouterOutputs = inferRouterOutputs<AppRouter>;
export type RouterInputs = inferRouterInputs<AppRouter>;

const TRPC_PATH = "/trpc";
/** Characters of a query's input that an address holds safely: servers take 8 to 16 KB of headers. */
const LONGEST_IN_ADDRESS = 2_000;

/**
 * One client for the page: calls in batches, queries with long inputs by POST, subscriptions as server-sent
 * events, both on the origin of the page.
 */
export function createTrpcClient(): TRPCClient<AppRouter> {
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === "subscription",
        true: httpSubscriptionLink({ url: () => inWorkspace(TRPC_PATH) }),
        false: splitLink({
          condition: ({ type, input }) =>
            type === "query" && (JSON.stringify(input)?.length ?? 0) > LONGEST_IN_ADDRESS,
          true: httpLink({ url: TRPC_PATH, methodOverride: "POST", headers: workspaceHeader }),
          false: httpBatchLink({ url: TRPC_PATH, headers: workspaceHeader }),
        }),
      }),
    ],
  });
}
