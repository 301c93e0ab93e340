import type { Bmv2Case, Bmv2Cases } from "./bmv2Case.ts";

const HASHES = ["crc16", "crc32", "csum16", "xor16", "identity", "crc16_custom", "crc32_custom"];

/** Hashes, checksums, arithmetic. */
export const COMPUTING_CASES: Bmv2Cases = {
  ...Object.fromEntries(
    HASHES.map((name): [string, Bmv2Case] => [
      `hash ${name}`,
      {
        parts: {
          headers: "h_t i;",
          parser: `state start { p.extract(hdr.h); transition select(hdr.h.a) { 1: more; _: accept; } }
            state more { p.extract(hdr.i); transition accept; }`,
          ingress: `bit<32> x; bit<16> y; bit<64> z;
            hash(x, HashAlgorithm.${name}, 32w0, {hdr.h.b, hdr.h.c, hdr.h.e}, 64w0x100000000);
            hash(y, HashAlgorithm.${name}, 16w7, {hdr.h.b[3:0], hdr.h.c[10:0], hdr.i.d, hdr.i.a}, 16w13);
            hash(z, HashAlgorithm.${name}, 64w1, {hdr.h.e}, 64w0xffffffffffffffff);
            hash(hdr.h.a, HashAlgorithm.${name}, 8w3, {hdr.h.d, 8w5, 3w1}, 8w0);
            hdr.h.d = x; hdr.h.c = y; hdr.h.e = z[47:0] ^ (bit<48>)z[63:48];`,
        },
      },
    ]),
  ),
  "custom polynomials": {
    parts: {
      ingress: `bit<32> x; bit<16> y;
        hash(x, HashAlgorithm.crc32_custom, 32w0, {hdr.h.b, hdr.h.c, hdr.h.e}, 64w0x100000000);
        hash(y, HashAlgorithm.crc16_custom, 16w0, {hdr.h.d, hdr.h.b}, 32w65536);
        hdr.h.d = x; hdr.h.c = y;`,
    },
    commands: `set_crc32_parameters calc 0x1edc6f41 0xffffffff 0xffffffff true true
set_crc16_parameters calc_0 0x1021 0x0 0x1 false true`,
  },
  ...Object.fromEntries(
    ["csum16", "crc16", "crc32", "xor16", "identity"].map((name): [string, Bmv2Case] => [
      `checksum ${name}`,
      {
        parts: {
          headers: "h_t i;",
          parser: `state start { p.extract(hdr.h); transition select(hdr.h.a[0:0]) { 1: more; _: accept; } }
            state more { p.extract(hdr.i); transition accept; }`,
          verify: `verify_checksum(hdr.h.b[0:0] == 1, { hdr.h.a, hdr.h.b, hdr.i.c }, hdr.h.c, HashAlgorithm.${name});
            verify_checksum_with_payload(hdr.h.b[1:1] == 1, { hdr.h.d, hdr.i.e }, hdr.h.c, HashAlgorithm.${name});
            verify_checksum(hdr.h.b[2:2] == 1, { hdr.h.d }, hdr.i.c, HashAlgorithm.${name});`,
          ingress: "hdr.h.e[0:0] = s.checksum_error;",
          compute: `update_checksum(hdr.h.b[3:3] == 1, { hdr.h.a, hdr.h.b, hdr.h.e, hdr.i.c }, hdr.h.c, HashAlgorithm.${name});
            update_checksum_with_payload(hdr.h.b[4:4] == 1, { hdr.h.a, hdr.i.d }, hdr.h.d, HashAlgorithm.${name});
            update_checksum(true, { hdr.h.c }, hdr.i.c, HashAlgorithm.${name});`,
        },
      },
    ]),
  ),
  arithmetic: {
    parts: {
      ingress: `bit<16> x = hdr.h.c; int<16> y = (int<16>)x; bit<8> n = hdr.h.b;
        hdr.h.a = (n |+| hdr.h.a) ^ (hdr.h.a |-| n) + (bit<8>)((int<8>)n |+| (int<8>)hdr.h.a) ^ (bit<8>)((int<8>)n |-| (int<8>)hdr.h.a);
        hdr.h.d = ((bit<32>)(x >> n) << 16) | (bit<32>)(bit<16>)(y >> n);
        hdr.h.c = (x << n) ^ (bit<16>)(int<16>)(int<8>)n;
        if (y < -5) { hdr.h.e = (bit<48>)(hdr.h.d ++ x) * 3; } else if ((int<8>)n > 3 && x != 7) { hdr.h.e = ~hdr.h.e - (bit<48>)n; } else { hdr.h.e[40:33] = -n; }
        hdr.h.b = (bit<8>)(y == (int<16>)hdr.h.c ? 8w1 : 8w2) | ((n & 0xf) * n);`,
    },
  },
};
