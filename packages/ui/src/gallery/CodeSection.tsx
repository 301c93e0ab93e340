"use client";
import { useMemo, useState } from "react";
import { CodeEditor, type CodeToken, CodeView } from "../code/index.ts";
import { Panel } from "../primitives/Panel.tsx";
import { Section } from "./Section.tsx";

const SOURCE = `/* A made-up fragment. */
#include <v1model.p4>

const bit<16> TYPE_IPV4 = 0x800;

parser MyParser(packet_in packet, out headers hdr) {
    state start {
        packet.extract(hdr.ethernet);
        transition select(hdr.ethernet.etherType) {
            TYPE_IPV4: parse_ipv4;
            default: accept
        }
    }
    state parse_ipv4 {
        packet.extract(hdr.ipv4);   // 20 bytes
        transition accept;
    }
}
`;

const KINDS: [kind: CodeToken["kind"], words: string][] = [
  ["comment", "\\/\\*.*?\\*\\/|\\/\\/.*"],
  ["directive", "#.*"],
  ["keyword", "\\b(?:const|parser|state|transition|select|out|default)\\b"],
  ["type", "\\bbit\\b"],
  ["number", "\\b(?:0x)?[0-9a-f]*\\d[0-9a-f]*\\b"],
];

/** Enough of a tokenizer to show colours; the app passes the one of the P4 front end. */
function tokenize(text: string): CodeToken[] {
  const pattern = new RegExp(KINDS.map(([, words]) => `(${words})`).join("|"), "g");
  return [...text.matchAll(pattern)].map((match) => ({
    kind: KINDS[match.slice(1).findIndex((group) => group !== undefined)]?.[0] ?? "identifier",
    start: match.index,
    end: match.index + match[0].length,
  }));
}

const MISSING = SOURCE.indexOf("accept\n");

export function CodeSection() {
  const [text, setText] = useState(SOURCE);
  const [line, setLine] = useState(1);
  const diagnostics = useMemo(
    () => [
      {
        severity: "error" as const,
        code: "P4-EXPECTED",
        message: "expected ';' after the state name",
        span: {
          file: "l3fwd.p4",
          start: MISSING,
          end: MISSING + 6,
          line: 11,
          column: 22,
          endLine: 11,
          endColumn: 28,
        },
      },
    ],
    [],
  );
  const highlights = useMemo(
    () => [
      { from: 7, to: 8 },
      { from: 14, to: 15 },
      { from: 15, to: 15, tone: "focus" as const },
    ],
    [],
  );
  const heat = useMemo(
    () => [
      { line: 8, heat: 0.5, title: "0.15 µs: parse ethernet" },
      { line: 15, heat: 1, title: "0.30 µs: parse ipv4" },
      { line: 16, heat: 0.1, title: "0.02 µs" },
    ],
    [],
  );
  return (
    <Section title="Code">
      <div className="grid grid-cols-1 gap-3 md:grid-cols-2">
        <Panel title="Editor" subtitle={`line ${line}`}>
          <CodeEditor
            label="Source of l3fwd.p4"
            value={text}
            onChange={setText}
            tokens={tokenize}
            diagnostics={diagnostics}
            onCursorLine={setLine}
            className="h-96"
          />
        </Panel>
        <Panel title="View" subtitle="selected path and cost">
          <CodeView
            label="Source of l3fwd.p4"
            value={SOURCE}
            tokens={tokenize}
            highlights={highlights}
            heat={heat}
            className="h-96"
          />
        </Panel>
      </div>
    </Section>
  );
}
