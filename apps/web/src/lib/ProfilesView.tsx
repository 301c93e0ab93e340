"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { QueryView } from "./QueryView.tsx";
import { type RouterOutputs, useTRPC } from "./trpc.ts";

export type Profile = RouterOutputs["devices"]["list"][number]["document"];

export type ProfilesViewProps = { skeleton: ReactNode; children: (profiles: Profile[]) => ReactNode };

/** What needs all device profiles, once they are loaded. */
export function ProfilesView({ skeleton, children }: ProfilesViewProps) {
  const devices = useQuery(useTRPC().devices.list.queryOptions());
  return (
    <QueryView query={devices} what="The device profiles" skeleton={skeleton}>
      {(list) => children(list.map(({ document }) => document))}
    </QueryView>
  );
}
