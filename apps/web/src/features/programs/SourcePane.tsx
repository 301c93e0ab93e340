"use client";
import type { Diagnostic, Span } from "@p4twin/models/core";
import { tokenizeP4 } from "@p4twin/models/p4";
import { IconButton } from "@p4twin/ui";
import { CodeEditor, type CodePlace, CodeView, type LineHeat, type LineRange } from "@p4twin/ui/code";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { memo, useCallback, useMemo, useState } from "react";
import { DiagnosticList } from "@/lib/DiagnosticList.tsx";
import type { PageAnalysis } from "@/workers/program/pageQuestions.ts";
import { FileTabs } from "./FileTabs.tsx";
import { hoverOf, wordAt } from "./model/hover.ts";
import { type ConstructCosts, lineCostWords } from "./model/sourceMarks.ts";
import type { ProgramDraft } from "./model/useProgramDraft.ts";
import type { ProgramSession } from "./model/useProgramSession.ts";
import { Outline } from "./Outline.tsx";

export type SourcePaneProps = {
  fileName: string;
  /** the file that is shown */
  file: string;
  draft: ProgramDraft;
  latest: PageAnalysis | null;
  /** the analysis whose costs are shown: `latest`, or the last good one */
  shown: PageAnalysis | null;
  asking: ProgramSession["asking"];
  heat: readonly LineHeat[];
  highlights: readonly LineRange[];
  costs: ConstructCosts;
  heatDevice: string | null;
  goTo: CodePlace | null;
  revealLine: number | null;
  hasOutline: boolean;
  onCursorLine: (line: number) => void;
  onJump: (place: { file: string; line: number; column: number }) => void;
};

const NO_DIAGNOSTICS: readonly Diagnostic[] = [];

/**
 * The source: outline beside it, problems in the margin, cost of lines in the gutter, lines of the selected path lit.
 */
export const SourcePane = memo(function SourcePane(props: SourcePaneProps) {
  const {
    fileName,
    file,
    draft,
    latest,
    shown,
    asking,
    costs,
    heatDevice,
    hasOutline,
    onCursorLine,
    onJump,
  } = props;
  const { paused, generation, textOf, type } = draft;
  const [cursor, setCursor] = useState<{ file: string; line: number } | null>(null);
  const [uses, setUses] = useState<{ name: string; spans: readonly Span[] } | null>(null);
  const isMain = file === fileName;
  const isOwn = isMain || Object.hasOwn(paused.includes, file);
  const diagnostics = latest?.diagnostics ?? NO_DIAGNOSTICS;
  const analysed = isMain ? latest?.source : paused.includes[file];
  const files = [fileName, ...Object.keys(paused.includes).sort(), ...(isOwn ? [] : [file])];

  /** the text that offsets are about; null while it is being typed */
  const settled = useCallback((): string | null => {
    const text = textOf(file);
    return text === null || text === analysed ? text : null;
  }, [textOf, file, analysed]);

  const hover = useCallback(
    async (offset: number) => {
      const symbol = await asking.symbol(file, offset);
      const text = settled();
      if (text === null) return symbol ? hoverOf(symbol, { from: offset, to: offset }, []) : null;
      const line = text.slice(0, offset).split("\n").length;
      const counted =
        isMain && shown === latest ? shown?.lines.find((each) => each.line === line) : undefined;
      return hoverOf(symbol, wordAt(text, offset), counted ? lineCostWords(counted, costs, heatDevice) : []);
    },
    [asking, file, settled, isMain, shown, latest, costs, heatDevice],
  );
  const onDefinition = useCallback(
    (offset: number) => {
      void asking.symbol(file, offset).then((symbol) => {
        if (symbol?.declaration) onJump(symbol.declaration);
      });
    },
    [asking, file, onJump],
  );
  const onReferences = useCallback(
    (offset: number) => {
      void asking
        .symbol(file, offset)
        .then((symbol) => setUses(symbol ? { name: symbol.name, spans: symbol.references } : null));
    },
    [asking, file],
  );
  const onLine = useCallback(
    (line: number) => {
      setCursor({ file, line });
      if (isMain) onCursorLine(line);
    },
    [file, isMain, onCursorLine],
  );
  const onType = useCallback((text: string) => type(file, text), [type, file]);
  const inOtherFiles = useMemo(
    () =>
      diagnostics.map((diagnostic) =>
        diagnostic.span && diagnostic.span.file !== fileName
          ? { ...diagnostic, message: `${diagnostic.span.file}: ${diagnostic.message}` }
          : diagnostic,
      ),
    [diagnostics, fileName],
  );

  const common = {
    label: `Source of ${file}`,
    tokens: tokenizeP4,
    hover,
    onDefinition,
    onReferences,
    onCursorLine: onLine,
    goTo: props.goTo,
    className: "min-h-0 grow rounded-none border-0",
  };
  return (
    <div className="flex min-h-0 grow flex-col sm:flex-row">
      {hasOutline ? (
        <div className="flex max-h-36 shrink-0 flex-col border-b sm:max-h-none sm:w-44 sm:border-r sm:border-b-0">
          <Outline
            items={latest === null ? null : isMain ? latest.outline : []}
            line={cursor?.file === file ? cursor.line : null}
            onGo={(line, column) => onJump({ file, line, column })}
          />
        </div>
      ) : null}
      <div className="flex min-h-0 min-w-0 grow flex-col">
        {files.length > 1 ? (
          <FileTabs
            files={files}
            shown={file}
            diagnostics={diagnostics}
            onShow={(next) => onJump({ file: next, line: 1, column: 1 })}
          />
        ) : null}
        {isOwn ? (
          <OwnFile
            key={`${file} ${generation}`}
            {...common}
            textOf={() => textOf(file) ?? ""}
            onChange={onType}
            diagnostics={diagnostics}
            file={file}
            {...(analysed === undefined ? {} : { marksFor: analysed })}
            {...(isMain
              ? { heat: props.heat, highlights: props.highlights, revealLine: props.revealLine }
              : {})}
          />
        ) : (
          <BuiltInFile key={file} {...common} file={file} read={asking.file} />
        )}
        {uses ? (
          <section
            aria-label={`Uses of ${uses.name}`}
            className="max-h-32 shrink-0 overflow-auto border-t p-2"
          >
            <p className="flex items-center justify-between text-xs font-medium">
              {uses.name} is named {uses.spans.length === 1 ? "once" : `${uses.spans.length} times`}
              <IconButton size="sm" label="Close" icon={<X aria-hidden />} onClick={() => setUses(null)} />
            </p>
            <ul className="flex flex-wrap gap-x-3 gap-y-0.5 font-mono text-xs">
              {uses.spans.map((span) => (
                <li key={`${span.file} ${span.start}`}>
                  <button
                    type="button"
                    className="cursor-pointer text-accent hover:underline"
                    onClick={() => onJump(span)}
                  >
                    {span.file === file ? "" : `${span.file}:`}
                    {span.line}:{span.column}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        <DiagnosticList
          diagnostics={inOtherFiles}
          onShow={({ span }) => (span ? onJump(span) : undefined)}
          className="max-h-40 shrink-0 overflow-auto border-t"
        />
      </div>
    </div>
  );
});

type OwnFileProps = Omit<React.ComponentProps<typeof CodeEditor>, "value"> & { textOf: () => string };

/** The editor holds its text by itself from here on: what is typed does not come back as a property. */
function OwnFile({ textOf, ...rest }: OwnFileProps) {
  const [initial] = useState(textOf);
  return <CodeEditor {...rest} value={initial} />;
}

type BuiltInFileProps = Omit<React.ComponentProps<typeof CodeView>, "value"> & {
  file: string;
  read: (file: string) => Promise<string | null>;
};

/** A file that comes with the compiler, to be looked at. */
function BuiltInFile({ file, read, ...rest }: BuiltInFileProps) {
  const { data } = useQuery({
    queryKey: ["p4-file", file],
    queryFn: () => read(file),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!data)
    return (
      <p className="p-3 text-ink-3">{data === null ? `${file} is not part of this program.` : "Loading…"}</p>
    );
  return <CodeView {...rest} value={data} />;
}
