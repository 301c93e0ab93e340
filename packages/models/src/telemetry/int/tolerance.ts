import { MARK_BITMAP_LOW_BYTE, MARK_HOP_LENGTH_WRONG, MARK_LENGTH_UNDERRUN } from "../marks.ts";
import {
  BUFFER,
  blockWords,
  LAYOUT_04_WIDE,
  LAYOUT_05,
  LAYOUT_10,
  LAYOUT_10_WIDE,
  LAYOUT_20,
} from "./hopBlock.ts";

/**
 * How a stack is read whose lengths the specification does not explain [int-deviations]. One object, overwritten by
 * each function below that returns true: the decoders allocate nothing.
 */
export const tolerated = { bitmap: 0, hopWords: 0, hops: 0, layout: 0, mark: 0 };

/** Items 0 to 7; below them stand reserved bits, the buffer and the checksum, which are no telemetry of a hop alone. */
const ITEM_BITS = 0xff00;

/** True when a bitmap asks for reserved bits only: counting them as words is never a reading [int-deviations]. */
export const onlyReserved = (bitmap: number): boolean => bitmap !== 0 && (bitmap & ITEM_BITS) === 0;

/** The only layout of the two that explains the stack, -1 when none or more than one does. */
function onlyLayout(
  bitmap: number,
  narrow: number,
  wide: number,
  itemWidths: number,
  explains: (words: number) => boolean,
): number {
  const isNarrow = itemWidths !== 2 && explains(blockWords(bitmap, narrow));
  const isWide = itemWidths !== 1 && explains(blockWords(bitmap, wide));
  if (isNarrow && isWide) return (bitmap & 0x0e00) === 0 ? narrow : -1;
  return isNarrow ? narrow : isWide ? wide : -1;
}

function take(bitmap: number, hopWords: number, hops: number, layout: number, mark: number): true {
  tolerated.bitmap = bitmap;
  tolerated.hopWords = hopWords;
  tolerated.hops = hops;
  tolerated.layout = layout;
  tolerated.mark = mark;
  return true;
}

/** v1.0: the bitmap in its low byte, or words per hop that are not those of the bitmap; never both. */
export function tolerateV10(
  bitmap: number,
  hopWords: number,
  stackWords: number,
  itemWidths: number,
): boolean {
  if (hopWords === 0 || stackWords === 0) return false;
  const whole = stackWords % hopWords === 0;
  if (onlyReserved(bitmap)) {
    const shifted = (bitmap << 8) & 0xffff;
    if (!whole) return false;
    const layout = onlyLayout(shifted, LAYOUT_10, LAYOUT_10_WIDE, itemWidths, (words) => words === hopWords);
    return layout >= 0 && take(shifted, hopWords, stackWords / hopWords, layout, MARK_BITMAP_LOW_BYTE);
  }
  // reserved bits may be words or not: then nothing says how long a hop is
  if (whole || (bitmap & 0x00fe) !== 0) return false;
  const layout = onlyLayout(
    bitmap,
    LAYOUT_10,
    LAYOUT_10_WIDE,
    itemWidths,
    (words) => words > 0 && stackWords % words === 0,
  );
  if (layout < 0) return false;
  const words = blockWords(bitmap, layout);
  return take(bitmap, words, stackWords / words, layout, MARK_HOP_LENGTH_WRONG);
}

/** v0.4 and v0.5: `count` instructions and `total` hops; the bitmap in its low byte. */
export function tolerateV05(
  bitmap: number,
  count: number,
  total: number,
  stackWords: number,
  itemWidths: number,
): boolean {
  if (!onlyReserved(bitmap) || count === 0 || total === 0) return false;
  const shifted = (bitmap << 8) & 0xffff;
  const fits = (words: number): boolean => words * total === stackWords;
  if (blockWords(shifted, LAYOUT_05) !== count) return false;
  const narrow = itemWidths !== 2 && fits(count);
  const wide = itemWidths !== 1 && fits(blockWords(shifted, LAYOUT_04_WIDE));
  if (!narrow && !wide) return false;
  const layout = narrow ? LAYOUT_05 : LAYOUT_04_WIDE;
  return take(shifted, blockWords(shifted, layout), total, layout, MARK_BITMAP_LOW_BYTE);
}

/** v2.x without a domain: words per hop that are not those of the bitmap, or a length that counts wide items once. */
export function tolerateV20(bitmap: number, hopWords: number, stackWords: number): boolean {
  if (hopWords === 0 || stackWords === 0 || onlyReserved(bitmap) || (bitmap & 0x007e) !== 0) return false;
  const words = blockWords(bitmap, LAYOUT_20);
  if (stackWords % words === 0)
    return (
      stackWords % hopWords !== 0 && take(bitmap, words, stackWords / words, LAYOUT_20, MARK_HOP_LENGTH_WRONG)
    );
  const once = blockWords(bitmap, LAYOUT_10 | BUFFER);
  const counted = (hopWords === words || hopWords === once) && stackWords % once === 0;
  return counted && take(bitmap, words, stackWords / once, LAYOUT_20, MARK_LENGTH_UNDERRUN);
}
