/** Colour arithmetic for the tests of the tokens. Channels are 0..1. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Parses "#rrggbb". */
export function parseHex(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

const toLinear = (channel: number) =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;

/** Linear-light channels of an sRGB colour. */
function linear(colour: Rgb): Rgb {
  return [toLinear(colour[0]), toLinear(colour[1]), toLinear(colour[2])];
}

/** Contrast ratio 1..21 of two sRGB colours (WCAG 2.2, "contrast ratio"). */
export function contrast(a: Rgb, b: Rgb): number {
  const luminance = (colour: Rgb) => {
    const [red, green, blue] = linear(colour);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/**
 * OKLab coordinates of a linear-light colour (Ottosson 2020); distances are roughly perceptual, white to black is 1.
 */
function oklab([red, green, blue]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** Ways of seeing, as matrices on linear light (Machado, Oliveira, Fernandes 2009, severity 1). */
export const VISIONS: Record<string, readonly [Rgb, Rgb, Rgb]> = {
  trichromat: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanope: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranope: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
};

/** Distance of two sRGB colours in OKLab as someone with `vision` sees them. */
export function seenDistance(a: Rgb, b: Rgb, vision: readonly [Rgb, Rgb, Rgb]): number {
  const see = (colour: Rgb) => {
    const light = linear(colour);
    const row = (weights: Rgb) =>
      Math.min(1, Math.max(0, weights[0] * light[0] + weights[1] * light[1] + weights[2] * light[2]));
    return oklab([row(vision[0]), row(vision[1]), row(vision[2])]);
  };
  const [first, second] = [see(a), see(b)];
  return Math.hypot(first[0] - second[0], first[1] - second[1], first[2] - second[2]);
}
