import type { AppRouter } from "@p4twin/api/router";
import {
  createTRPCClient,
  httpBatchLink,
  httpSubscriptionLink,
  splitLink,
  type TRPCClient,
} from "@trpc/client";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { createTRPCContext } from "@trpc/tanstack-react-query";

/** Procedures of the API as query options: `useTRPC().programs.list.queryOptions()`. */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

/** What a procedure returns, by noun and procedure: `RouterOutputs["programs"]["list"]`. */
export type RouterOutputs = inferRouterOutputs<AppRouter>;
export type RouterInputs = inferRouterInputs<AppRouter>;

const TRPC_PATH = "/trpc";

/** One client for the page: calls in batches, subscriptions as server-sent events, both on the origin of the page. */
export function createTrpcClient(): TRPCClient<AppRouter> {
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === "subscription",
        true: httpSubscriptionLink({ url: TRPC_PATH }),
        false: httpBatchLink({ url: TRPC_PATH }),
      }),
    ],
  });
}
