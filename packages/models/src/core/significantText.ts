/** A finite number with `digits` significant digits as a plain decimal: 1234 is "1230", never "1.23e+3". */
export function significantText(value: number, digits: number): string {
  const rounded = Number(value.toPrecision(digits));
  const size = Math.abs(rounded);
  // beyond what toFixed can write; such sizes are no text for people anyway
  if (size !== 0 && (size < 1e-20 || size >= 1e21)) return String(rounded);
  const decimals = size === 0 ? 0 : Math.max(0, digits - 1 - Math.floor(Math.log10(size)));
  return rounded.toFixed(decimals);
}
