/** The shortest bytes of a number, big-endian; 0 is one byte. */
export function bytesOfNumber(value: bigint): Uint8Array {
  if (value === 0n) return Uint8Array.of(0);
  const hex = value.toString(16);
  const even = hex.length % 2 === 0 ? hex : `0${hex}`;
  return Uint8Array.from({ length: even.length / 2 }, (_, i) =>
    Number.parseInt(even.slice(2 * i, 2 * i + 2), 16),
  );
}

/** A number of any length of bytes. */
export function numberOfBytes(bytes: Uint8Array): bigint {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return value;
}
