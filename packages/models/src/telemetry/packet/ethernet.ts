/** True where an Ethernet frame begins whose type and IP version agree. */
export function isEthernetIp(v: DataView, p: number, end: number): boolean {
  if (p + 34 > end) return false;
  const etherType = v.getUint16(p + 12);
  const version = v.getUint8(p + 14) >> 4;
  if (etherType === 0x86dd) return version === 6;
  return etherType === 0x0800 && version === 4 && (v.getUint8(p + 14) & 0x0f) >= 5;
}

/** Type of a VLAN or QinQ tag. */
export const isVlanTag = (etherType: number): boolean =>
  etherType === 0x8100 || etherType === 0x88a8 || etherType === 0x9100;
