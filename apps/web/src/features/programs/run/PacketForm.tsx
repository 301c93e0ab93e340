"use client";
import type { DeviceProfile } from "@p4twin/models/device";
import { Button, Field, FileDrop, NumberInput, Select, Textarea } from "@p4twin/ui";
import { useState } from "react";
import type { CaptureReply, RunProblem } from "@/workers/run/runQuestions.ts";
import { FIRST_PACKET, type RunUrl, type SetRunUrl } from "./model/runUrl.ts";
import type { HashText } from "./model/useHashText.ts";

export type PacketFormProps = {
  url: RunUrl;
  setUrl: SetRunUrl;
  profiles: readonly DeviceProfile[];
  /** files that come with the program; some may hold entries */
  includes: Readonly<Record<string, string>>;
  entries: HashText;
  problems: readonly RunProblem[];
  readCapture: (file: File) => Promise<CaptureReply>;
};

const NO_DEVICE = "*";
const ENTRIES_HINT = "Commands of BMv2, P4Runtime text or JSON of the P4 tutorials.";

/** What goes in: the packet, its port, table entries, and the device whose times are shown. */
export function PacketForm(props: PacketFormProps) {
  const { url, setUrl, profiles, includes, entries, problems, readCapture } = props;
  const [capture, setCapture] = useState<{ name: string; reply: CaptureReply } | null>(null);
  const errorOf = (about: RunProblem["about"]): string | null =>
    problems
      .filter((problem) => problem.about === about)
      .map(({ message, span }) => (span ? `${span.line}:${span.column}: ${message}` : message))
      .join("\n") || null;
  const openCapture = async ([file]: File[]): Promise<void> => {
    if (!file) return;
    const reply = await readCapture(file);
    setCapture({ name: file.name, reply });
    if (reply.packets[0]) void setUrl({ packet: reply.packets[0], step: 1 });
  };
  const files = Object.keys(includes).filter((name) => !/\.(p4|h|p4h)$/.test(name));
  const chosen = capture?.reply.packets.indexOf(url.packet) ?? -1;
  return (
    <div className="grid gap-4 lg:grid-cols-[5fr_4fr_3fr]">
      <div className="flex min-w-0 flex-col gap-3">
        <Field
          label="Packet"
          hint={`Headers by name, as in ${FIRST_PACKET}: well-known ones or the program's. Or hexadecimal digits.`}
          error={errorOf("packet")}
        >
          {(field) => (
            <Textarea
              {...field}
              mono
              rows={4}
              value={url.packet}
              onChange={(event) => void setUrl({ packet: event.target.value, step: 1 })}
            />
          )}
        </Field>
      </div>
      <Field
        label="Table entries"
        optional
        hint={
          entries.isKept
            ? ENTRIES_HINT
            : `${ENTRIES_HINT} Too long for the address: a copied link is without them.`
        }
        error={errorOf("entries")}
      >
        {(field) => (
          <>
            <Textarea
              {...field}
              mono
              rows={4}
              placeholder="table_add ipv4_lpm ipv4_forward 10.0.0.0/8 => 02:00:00:00:00:09 2"
              value={entries.text}
              onChange={(event) => entries.change(event.target.value)}
            />
            {files.length > 0 ? (
              <div className="flex flex-wrap gap-1">
                {files.map((file) => (
                  <Button key={file} size="sm" onClick={() => entries.change(includes[file] ?? "")}>
                    Take {file}
                  </Button>
                ))}
              </div>
            ) : null}
          </>
        )}
      </Field>
      <div className="flex min-w-0 flex-col gap-3">
        <div className="flex flex-wrap gap-3">
          <Field label="Port in" error={errorOf("port")}>
            {(field) => (
              <NumberInput
                {...field}
                className="w-20"
                min={0}
                max={510}
                value={url.port}
                onValueChange={(port) => void setUrl({ port })}
              />
            )}
          </Field>
          <Field label="Times on" className="min-w-36 grow">
            {(field) => (
              <Select
                {...field}
                value={profiles.some(({ id }) => id === url.device) ? url.device : NO_DEVICE}
                options={[
                  { value: NO_DEVICE, label: "no device" },
                  ...profiles.map(({ id }) => ({ value: id, label: id })),
                ]}
                onValueChange={(device) => void setUrl({ device })}
              />
            )}
          </Field>
        </div>
        {capture && capture.reply.packets.length > 0 ? (
          <Field label={`Packets of ${capture.name}`} error={capture.reply.problem}>
            {(field) => (
              <Select
                {...field}
                value={chosen < 0 ? undefined : String(chosen)}
                placeholder="Choose a packet…"
                options={capture.reply.packets.map((hex, index) => ({
                  value: String(index),
                  label: `${index + 1}: ${hex.length / 2} bytes`,
                }))}
                onValueChange={(index) =>
                  void setUrl({ packet: capture.reply.packets[Number(index)] ?? "", step: 1 })
                }
              />
            )}
          </Field>
        ) : null}
        <FileDrop
          what="a capture"
          accept=".pcap,.pcapng,.cap"
          onFiles={(files) => void openCapture(files)}
          hint={
            capture?.reply.packets.length === 0
              ? capture.reply.problem
              : "pcap or pcapng, its first 100 packets"
          }
        />
      </div>
    </div>
  );
}
