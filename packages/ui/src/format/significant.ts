/** What stands where a value is unknown. Unknown is never 0. */
export const MISSING = "–";

const MINUS = "−";

/** Thousands separated by a comma in the integer part of a plain decimal string. */
function groupThousands(plain: string): string {
  const [whole = "", fraction] = plain.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/**
 * A number with `digits` significant digits, thousands grouped, a real minus sign.
 * Below 1e-4 (our choice) it turns to scientific notation. Null, undefined, NaN and infinities give "–".
 */
export function formatSignificant(value: number | null | undefined, digits = 3): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return MISSING;
  if (value === 0) return "0";
  const size = Math.abs(value);
  const sign = value < 0 ? MINUS : "";
  if (size < 1e-4) return sign + size.toExponential(digits - 1).replace("-", MINUS);
  const rounded = Number(size.toPrecision(digits));
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(rounded)));
  return sign + groupThousands(rounded.toFixed(decimals));
}

/** As `formatSignificant`, with a plus sign on positive numbers: for differences. */
export function formatSigned(value: number | null | undefined, digits = 3): string {
  const text = formatSignificant(value, digits);
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? `+${text}` : text;
}

/** Digits of a number that was computed, in a table of published ones (our choice). */
const PUBLISHED_DIGITS = 4;

/** A number as a work prints it: its own digits, no zeros added; whole numbers stay whole, long fractions are cut. */
export function formatPublished(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return MISSING;
  const shown = Number.isInteger(value) ? value : Number(value.toPrecision(PUBLISHED_DIGITS));
  const sign = shown < 0 ? MINUS : "";
  const plain = String(Math.abs(shown));
  return sign + (plain.includes("e") ? plain.replace("-", MINUS) : groupThousands(plain));
}
