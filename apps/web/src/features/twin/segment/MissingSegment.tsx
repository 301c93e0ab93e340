import { Alert } from "@p4twin/ui";

/** Says that the address names a segment which is not bound, and what the page shows instead. */
export function MissingSegment({ missing, shown }: { missing: string | null; shown: string }) {
  if (missing === null) return null;
  return (
    <Alert tone="warn" title={`Segment ${missing} is not bound in this twin`}>
      It may have been removed after this link was made. The page shows {shown}.
    </Alert>
  );
}
