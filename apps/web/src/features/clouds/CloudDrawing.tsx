"use client";
import { nodeIdSchema, reviewTopology } from "@p4twin/models/topology";
import type { SelectOption } from "@p4twin/ui";
import { Skeleton } from "@p4twin/ui";
import { type EditorAction, type EditorState, type Places, TopologyEditor } from "@p4twin/ui/graph";
import type { GraphLayout } from "@p4twin/ui/graph/layout";
import { useEffect, useMemo, useRef, useState } from "react";
import { useLayoutWorker } from "@/lib/useLayoutWorker.ts";
import { canvasLinks, canvasNodes } from "./canvasModel.ts";

export type CloudDrawingProps = {
  editor: EditorState;
  onEdit: (action: EditorAction) => void;
  profiles: readonly SelectOption<string>[];
};

/** Why a text cannot be the id of a node; null when it can. */
const checkId = (text: string): string | null => {
  const parsed = nodeIdSchema.safeParse(text);
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? null);
};

const placesOf = ({ nodes }: GraphLayout): Places =>
  Object.fromEntries(
    Object.entries(nodes).map(([id, { x, y }]) => [id, { x: Math.round(x), y: Math.round(y) }]),
  );

/** The drawing editor of a cloud. Nodes without places are laid out in a worker. */
export function CloudDrawing({ editor, onEdit, profiles }: CloudDrawingProps) {
  const { doc, drawn } = editor;
  const layOut = useLayoutWorker();
  const given = useMemo((): Places | null => {
    if (drawn) return {};
    const nodes = canvasNodes(doc);
    const places = nodes.flatMap(({ id, x, y }) =>
      x === undefined || y === undefined ? [] : [[id, { x, y }]],
    );
    return places.length === nodes.length ? Object.fromEntries(places) : null;
  }, [doc, drawn]);
  const [found, setFound] = useState<Places | null>(null);
  useEffect(() => {
    if (given !== null) return;
    let current = true;
    void layOut(
      canvasNodes(doc).map(({ x, y, ...node }) => node),
      canvasLinks(doc),
    ).then((layout) => current && setFound(placesOf(layout)));
    return () => {
      current = false;
    };
  }, [given, doc, layOut]);

  const [arranging, setArranging] = useState(false);
  const newest = useRef(doc);
  newest.current = doc;
  const arrange = async (): Promise<void> => {
    setArranging(true);
    try {
      const layout = await layOut(
        canvasNodes(doc).map(({ x, y, ...node }) => node),
        canvasLinks(doc),
      );
      if (newest.current === doc) onEdit({ type: "arrange", places: placesOf(layout) });
    } finally {
      setArranging(false);
    }
  };

  const problems = useMemo(
    () =>
      Object.fromEntries(
        reviewTopology(
          doc,
          profiles.map((profile) => profile.value),
        ).flatMap(({ nodeId, message }) => (nodeId === null ? [] : [[nodeId, message]])),
      ),
    [doc, profiles],
  );
  const base = given ?? found;
  if (base === null) return <Skeleton className="h-full min-h-80" />;
  return (
    <TopologyEditor
      state={editor}
      dispatch={onEdit}
      base={base}
      profiles={profiles}
      problems={problems}
      checkId={checkId}
      onArrange={() => void arrange()}
      arranging={arranging}
      label={`Drawing of ${doc.name}`}
      className="h-full"
    />
  );
}
