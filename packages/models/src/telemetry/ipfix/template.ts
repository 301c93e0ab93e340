/** Elements that become part of a report, as places in a template's `at` and `bytes`. */
export const SLOTS = {
  source4: 0,
  destination4: 1,
  source6: 2,
  destination6: 3,
  protocol: 4,
  sourcePort: 5,
  destinationPort: 6,
  ingress: 7,
  egress: 8,
  point: 9,
  delayMean: 10,
  delayMin: 11,
  delayMax: 12,
  delaySum: 13,
  packets: 14,
  status: 15,
  frame: 16,
  ipPacket: 17,
} as const;
const SLOT_COUNT = 18;

/** By number in the registry of IANA [formats-ipfix]; bytes are the widths that can be read. */
const ELEMENTS = new Map<number, { slot: number; bytes: readonly number[] }>([
  [8, { slot: SLOTS.source4, bytes: [4] }],
  [12, { slot: SLOTS.destination4, bytes: [4] }],
  [27, { slot: SLOTS.source6, bytes: [16] }],
  [28, { slot: SLOTS.destination6, bytes: [16] }],
  [4, { slot: SLOTS.protocol, bytes: [1] }],
  [7, { slot: SLOTS.sourcePort, bytes: [1, 2] }],
  [11, { slot: SLOTS.destinationPort, bytes: [1, 2] }],
  [10, { slot: SLOTS.ingress, bytes: [1, 2, 3, 4] }],
  [14, { slot: SLOTS.egress, bytes: [1, 2, 3, 4] }],
  [138, { slot: SLOTS.point, bytes: [1, 2, 3, 4, 5, 6, 7, 8] }],
  [2, { slot: SLOTS.packets, bytes: [1, 2, 3, 4, 5, 6, 7, 8] }],
  [89, { slot: SLOTS.status, bytes: [1, 4] }],
]);
const UNSIGNED = [1, 2, 3, 4, 5, 6, 7, 8];
/** pathDelayMean/Min/Max/SumDeltaMicroseconds of RFC 9951. */
const DELAY_SLOTS = [SLOTS.delayMean, SLOTS.delayMin, SLOTS.delayMax, SLOTS.delaySum];
const FIRST_REGISTERED_DELAY = 530;
/** fluvia writes microseconds at the odd, nanoseconds at the even numbers of 521 to 528, before any was assigned. */
const FIRST_FLUVIA_DELAY = 521;
/** ipHeaderPacketSection, dataLinkFrameSection */
const IP_SECTION = 313;
const FRAME_SECTION = 315;
const PADDING = 210;

export const VARIABLE = 0xffff;
export type Field = { element: number; enterprise: number; bytes: number };

/** A template, compiled: where its elements stand in a record. */
export type Template = {
  id: number;
  fields: readonly Field[];
  /** scope fields of an options template; 0 for a template of flows */
  scopes: number;
  /** shortest record: variable fields count one byte */
  leastBytes: number;
  isVariable: boolean;
  /** by slot: offset in the record, -1 = not in it; of a variable template the index of the field */
  at: Int32Array;
  /** by slot: width */
  bytes: Int32Array;
  /** delays count nanoseconds (fluvia), else microseconds */
  delayInNs: boolean;
  signature: string;
  /** places in `fields` of elements that are not read here; padding is none */
  unread: readonly number[];
  /** data sets of it that were read */
  sets: number;
};

function slotOf(
  { element, enterprise, bytes }: Field,
  delays: number,
): { slot: number; isNs: boolean } | null {
  if (enterprise !== 0) return null;
  if (element === FRAME_SECTION) return { slot: SLOTS.frame, isNs: false };
  if (element === IP_SECTION) return { slot: SLOTS.ipPacket, isNs: false };
  if (!UNSIGNED.includes(bytes) && bytes !== 16) return null;
  if (delays === 0 && element >= FIRST_REGISTERED_DELAY && element < FIRST_REGISTERED_DELAY + 4)
    return { slot: DELAY_SLOTS[element - FIRST_REGISTERED_DELAY], isNs: false };
  if (delays === 1 && element >= FIRST_FLUVIA_DELAY && element < FIRST_FLUVIA_DELAY + 8) {
    const place = element - FIRST_FLUVIA_DELAY;
    return { slot: DELAY_SLOTS[place >> 1], isNs: (place & 1) === 1 };
  }
  const known = ELEMENTS.get(element);
  return known?.bytes.includes(bytes) ? { slot: known.slot, isNs: false } : null;
}

/** Compiles a template; `delays` says how path delays are numbered (0 as registered, 1 as fluvia does). */
export function compileTemplate(
  id: number,
  fields: readonly Field[],
  scopes: number,
  delays: number,
): Template {
  const isVariable = fields.some(({ bytes }) => bytes === VARIABLE);
  const at = new Int32Array(SLOT_COUNT).fill(-1);
  const bytes = new Int32Array(SLOT_COUNT);
  const unread: number[] = [];
  let delayInNs = false;
  let offset = 0;
  for (const [i, field] of fields.entries()) {
    const place = i < scopes ? null : slotOf(field, delays);
    if (place === null && i >= scopes && (field.enterprise !== 0 || field.element !== PADDING))
      unread.push(i);
    // where microseconds and nanoseconds are both told, the finer ones count
    if (place !== null && (at[place.slot] < 0 || place.isNs)) {
      at[place.slot] = isVariable ? i : offset;
      bytes[place.slot] = field.bytes;
      delayInNs ||= place.isNs;
    }
    offset += field.bytes === VARIABLE ? 1 : field.bytes;
  }
  const signature = `${scopes}:${delays}:${fields.map((f) => `${f.enterprise}.${f.element}.${f.bytes}`).join()}`;
  return {
    id,
    fields,
    scopes,
    leastBytes: offset,
    isVariable,
    at,
    bytes,
    delayInNs,
    signature,
    unread,
    sets: 0,
  };
}
