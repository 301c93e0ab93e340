type Option = { value: string; label: string; hint?: string };

/**
 * What a new report is of: the object that the address names, also where it is unknown (which the preview says); the
 * first of the list where the address names none.
 */
export function chosenSubject(
  of: string | null,
  listed: readonly Option[],
): { options: readonly Option[]; picked: Option | undefined; isListed: boolean } {
  if (of === null) return { options: listed, picked: listed[0], isListed: true };
  const known = listed.find((option) => option.value === of);
  if (known) return { options: listed, picked: known, isListed: true };
  const picked = { value: of, label: `${of} (not found)` };
  return { options: [...listed, picked], picked, isListed: false };
}
