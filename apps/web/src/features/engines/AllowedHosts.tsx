"use client";
import { Button, Field, Panel, Textarea, toast } from "@p4twin/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { describeError } from "@/lib/describeError.ts";
import { useTRPC } from "@/lib/trpc.ts";
import { useSession } from "@/shell/useSession.ts";

const linesOf = (text: string): string[] =>
  text
    .split(/[\n,]+/)
    .map((line) => line.trim())
    .filter(Boolean);

/** Hosts at which engines may be asked: everybody sees the list, the owner changes it. */
export function AllowedHosts({ hosts }: { hosts: readonly string[] }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const isOwner = useSession().data?.installationOwner === true;
  const [text, setText] = useState(hosts.join("\n"));
  const save = useMutation(
    trpc.engines.setHosts.mutationOptions({
      onSuccess: async (saved) => {
        queryClient.setQueryData(trpc.engines.hosts.queryKey(), saved);
        toast.success("Stored the allowed hosts");
      },
    }),
  );
  const changed = linesOf(text).join() !== hosts.join();
  return (
    <Panel
      id="hosts"
      title="Allowed hosts"
      subtitle="where engines over HTTP may be asked"
      bodyClassName="flex flex-col gap-3"
    >
      <Field
        label="One host a line"
        hint="engines.example.org, host:8443, 10.0.0.5 or 10.0.0.0/8. A name of a private address needs that address in the list, too."
        error={save.error ? describeError(save.error).what : undefined}
      >
        {(field) => (
          <Textarea
            {...field}
            rows={3}
            readOnly={!isOwner}
            value={text}
            placeholder={isOwner ? "engines.example.org" : "No host is allowed yet"}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {isOwner ? (
        <div>
          <Button
            disabled={!changed}
            busy={save.isPending}
            onClick={() => save.mutate({ hosts: linesOf(text) })}
          >
            Save hosts
          </Button>
        </div>
      ) : (
        <p className="text-xs text-ink-3">Only the owner of the workspace changes this list.</p>
      )}
    </Panel>
  );
}
