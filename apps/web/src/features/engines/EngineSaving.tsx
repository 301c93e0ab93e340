"use client";
import type { PluginFailure } from "@p4twin/models/engine";
import { Badge, Breadcrumbs, Button, Input, PageHeader, toast } from "@p4twin/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Save } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { AppLink } from "@/lib/AppLink.tsx";
import { describeError } from "@/lib/describeError.ts";
import { RenameButton } from "@/lib/RenameButton.tsx";
import { type RouterOutputs, useTRPC, useTRPCClient } from "@/lib/trpc.ts";
import { useRename } from "@/lib/useRename.ts";
import { VersionMenu } from "@/lib/VersionMenu.tsx";
import { useMayChange } from "@/shell/useMayChange.ts";
import type { EngineContent } from "./useTrial.ts";

export type StoredEngine = RouterOutputs["engines"]["get"];

export type EngineSavingProps = {
  stored: StoredEngine | null;
  kind: "python" | "http";
  content: EngineContent;
  changed: boolean;
  /** the server ran the file, and it failed */
  onRefused: (failure: PluginFailure, printed: string) => void;
  onAccepted: () => void;
};

/** Head of an engine's page: its name and versions, and storing it. */
export function EngineSaving({ stored, kind, content, changed, onRefused, onAccepted }: EngineSavingProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const router = useRouter();
  const mayChange = useMayChange();
  const [name, setName] = useState("");
  const rename = useRename(
    (next) => client.engines.rename.mutate({ id: stored?.engineId ?? "", name: next }),
    trpc.engines.pathKey(),
  );
  const save = useMutation({
    mutationFn: () =>
      stored
        ? client.engines.addVersion.mutate({ id: stored.engineId, content })
        : client.engines.create.mutate({ name: name.trim(), content }),
    onSuccess: async (written) => {
      if (!written.ok) return onRefused(written.failure, written.printed);
      onAccepted();
      const { version } = written;
      queryClient.setQueryData(trpc.engines.get.queryKey({ versionId: version.id }), version);
      await queryClient.invalidateQueries({ queryKey: trpc.engines.list.queryKey() });
      toast.success(`Stored ${version.name} as version ${version.number}`);
      router.push(`/engines/${version.id}`);
    },
    onError: (error) => toast.error(describeError(error).what),
  });
  const incomplete = stored === null && name.trim() === "";
  const does = stored
    ? [stored.estimates ? "estimates" : "", stored.places ? "places" : ""].filter(Boolean).join(" and ")
    : "";
  return (
    <PageHeader
      title={stored?.name ?? (kind === "python" ? "New engine in Python" : "New engine over HTTP")}
      status={
        stored ? (
          <>
            {mayChange ? <RenameButton name={stored.name} what="engine" onRename={rename} /> : null}
            <Badge>version {stored.number}</Badge>
            {changed ? <Badge tone="warn">not saved</Badge> : null}
          </>
        ) : null
      }
      summary={
        stored
          ? `Own engine in ${kind === "python" ? "Python" : "a service of yours"}: ${does}.`
          : "Predict latencies, place chains, or both; the result is shown next to those of the built-in engines."
      }
      actions={
        <>
          {stored ? (
            <VersionMenu
              versions={stored.versions}
              currentId={stored.id}
              onOpen={(id) => router.push(`/engines/${id}`)}
            />
          ) : mayChange ? (
            <Input
              aria-label="Name of the engine"
              placeholder="Name of the engine"
              value={name}
              maxLength={120}
              onChange={(event) => setName(event.target.value)}
              className="w-56"
            />
          ) : null}
          {mayChange ? (
            <Button
              variant="primary"
              icon={<Save aria-hidden />}
              busy={save.isPending}
              disabled={!changed || incomplete}
              title={incomplete ? "Give it a name first" : changed ? undefined : "Nothing has changed"}
              onClick={() => save.mutate()}
            >
              {stored ? "Save as new version" : "Save engine"}
            </Button>
          ) : null}
        </>
      }
    >
      <Breadcrumbs
        LinkComponent={AppLink}
        crumbs={[{ label: "Engines", href: "/engines" }, { label: stored?.name ?? "New" }]}
      />
    </PageHeader>
  );
}
