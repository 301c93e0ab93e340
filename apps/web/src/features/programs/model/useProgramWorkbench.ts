"use client";
import type { DeviceProfile } from "@p4twin/models/device";
import type { ProgramText } from "@p4twin/models/program";
import { useCallback, useMemo, useRef, useState } from "react";
import type { RouterOutputs } from "@/lib/trpc.ts";
import type { PathDetail } from "@/workers/program/pageQuestions.ts";
import { readDefines } from "./defines.ts";
import { fileNameOf } from "./fileNameOf.ts";
import { lineMap } from "./lineMap.ts";
import { isPathId } from "./pathRows.ts";
import { lineHeat, linesOfPath, litLines, nodeAtLine, pathAtLine } from "./sourceMarks.ts";
import { constructCosts } from "./summary.ts";
import { STEP, useProgramUrl } from "./urlState.ts";
import { useProgramDraft } from "./useProgramDraft.ts";
import { type SessionView, useProgramSession } from "./useProgramSession.ts";

/** Draft, analysis and selection of a program page, and what follows from them. */
export function useProgramWorkbench(
  version: RouterOutputs["programs"]["get"],
  profiles: readonly DeviceProfile[],
) {
  const [url, setUrl] = useProgramUrl();
  const fileName = fileNameOf(version.name);
  const draft = useProgramDraft(fileName, version);
  const { paused } = draft;
  const [reveal, setReveal] = useState<Reveal>(null);
  const chosen = useStable(url.devices.filter((id) => profiles.some((profile) => profile.id === id)));
  const { defines } = useStable(readDefines(url.define));
  const entriesText = url.entries === null ? undefined : paused.includes[url.entries];

  const program = useMemo(
    (): ProgramText => ({
      fileName,
      ...paused,
      defines,
      entries:
        url.entries === null || entriesText === undefined ? null : { name: url.entries, text: entriesText },
    }),
    [fileName, paused, defines, url.entries, entriesText],
  );
  const view = useMemo(
    (): SessionView => ({
      devices: profiles,
      chosen,
      engine: url.engine,
      packetBytes: Math.max(1, url.packet),
    }),
    [profiles, chosen, url.engine, url.packet],
  );
  const session = useProgramSession(program, view, { selected: url.path, pinned: url.pin });
  const { latest, good, graph, details } = session;
  const shown = good;

  const isKnown = (id: string | null): boolean =>
    id !== null && shown !== null && isPathId(id, shown.summary.truncated ? null : shown.paths.count);
  const selected = isKnown(url.path) ? url.path : (shown?.defaultPath ?? null);
  const pinned = isKnown(url.pin) && url.pin !== selected ? url.pin : null;
  const detail = selected === null ? null : (details.byId.get(selected) ?? null);
  const pinnedDetail = pinned === null ? null : (details.byId.get(pinned) ?? null);
  const shownDetails = useMemo(
    () => [detail, pinnedDetail].filter((each): each is PathDetail => each !== null),
    [detail, pinnedDetail],
  );

  const node = graph?.nodes.find((candidate) => candidate.id === url.node) ?? null;
  const heatProfile = profiles.find((profile) => profile.id === chosen[0]);
  const heatDevice = heatProfile?.id ?? null;
  const costs = useMemo(() => constructCosts(heatProfile), [heatProfile]);
  const toNow = useMemo(
    () => lineMap(shown?.source ?? "", latest?.source ?? ""),
    [shown?.source, latest?.source],
  );
  const heat = useMemo(
    () => lineHeat(shown?.lines ?? [], costs, heatDevice, toNow),
    [shown, costs, heatDevice, toNow],
  );
  const highlights = useMemo(
    () => litLines(detail, node?.span?.file === fileName ? node : null, toNow),
    [detail, node, fileName, toNow],
  );

  const { textOf } = draft;
  const current = useLatest({ url, shown, latest, graph, detail, selected });
  const onSelectPath = useCallback(
    (path: string) => {
      setReveal({ path });
      void setUrl({ path, node: null }, STEP);
    },
    [setUrl],
  );
  const onCursorLine = useCallback(
    (line: number) => {
      const {
        shown: analysis,
        latest: newest,
        graph: drawn,
        detail: now,
        selected: path,
        url: old,
      } = current.current;
      // while one types, lines are not those of the analysis
      if (!analysis || analysis !== newest || textOf(fileName) !== analysis.source) return;
      setReveal(null);
      const found = pathAtLine(analysis.lines, line, now?.path ?? null);
      const at = nodeAtLine(drawn?.nodes ?? [], fileName, line)?.id ?? null;
      const next = found ?? path;
      if (next !== path || at !== old.node) void setUrl({ path: next, node: at });
    },
    [current, fileName, setUrl, textOf],
  );
  const onSelectNode = useCallback(
    (id: string) => {
      const { shown: analysis, graph: drawn, detail: now } = current.current;
      const span = drawn?.nodes.find((candidate) => candidate.id === id)?.span;
      if (span?.file === fileName) setReveal({ line: span.line });
      const passes = now?.nodes.includes(id) ? now.path.id : analysis?.nodePaths[id];
      void setUrl({ node: id, ...(passes === undefined ? {} : { path: passes }) }, STEP);
    },
    [current, fileName, setUrl],
  );
  const onJump = useCallback(
    ({ file, line, column }: { file: string; line: number; column: number }) =>
      void setUrl({ file: file === fileName ? null : file, at: { line, column } }, STEP),
    [fileName, setUrl],
  );

  const missingFiles = (latest?.diagnostics ?? []).flatMap(({ code, message }) => {
    const path =
      code === "p4-include" ? /^cannot find the included file '(.+)'$/.exec(message)?.[1] : undefined;
    return path === undefined ? [] : [path];
  });
  return {
    url,
    setUrl,
    fileName,
    file: url.file ?? fileName,
    draft,
    defines,
    session,
    shown,
    chosen,
    selected,
    pinned,
    detail,
    details: shownDetails,
    heat,
    highlights,
    costs,
    heatDevice,
    revealLine: lineToReveal(reveal, detail),
    errors: latest?.diagnostics.filter((diagnostic) => diagnostic.severity === "error").length ?? 0,
    missingFiles: useStable([...new Set(missingFiles)]),
    onSelectPath,
    onCursorLine,
    onSelectNode,
    onJump,
  };
}

/** What was chosen elsewhere and is to be seen in the source. */
type Reveal = { path: string } | { line: number } | null;

/** The first line of a path is known only with its details. */
function lineToReveal(reveal: Reveal, detail: PathDetail | null): number | null {
  if (reveal === null) return null;
  if ("line" in reveal) return reveal.line;
  return detail?.path.id === reveal.path ? (linesOfPath(detail.path)[0] ?? null) : null;
}

/** The same object as long as its JSON is the same, so that what depends on it rests. */
function useStable<T>(value: T): T {
  const text = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the value
  return useMemo(() => value, [text]);
}

/** What callbacks read when they run, so that they need not change. */
function useLatest<T>(value: T) {
  const ref = useRef(value);
  ref.current = value;
  return ref;
}
