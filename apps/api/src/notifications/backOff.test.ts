import { describe, expect, it } from "vitest";
import { defaultBackOff, waitMs } from "./backOff.ts";
import { createSeal } from "./seal.ts";
import { signatureOf } from "./signature.ts";

describe("waiting before another try", () => {
  it("doubles, is bounded, and ends", () => {
    const waits = Array.from({ length: 10 }, (_, i) => waitMs(defaultBackOff, i + 1, 0.5));
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, null].map((s) => s && s * 1000));
  });
  it("is spread from half to one and a half times", () => {
    expect(waitMs(defaultBackOff, 1, 0)).toBe(2_500);
    expect(waitMs(defaultBackOff, 1, 0.999)).toBeCloseTo(7_495, 6);
  });
});

describe("a sealed secret", () => {
  const seal = createSeal("the secret of one server, long enough");
  it("opens under the same secret only, and never looks the same twice", () => {
    const sealed = seal.close("p4tw_geheim");
    expect(sealed).not.toContain("geheim");
    expect(seal.close("p4tw_geheim")).not.toBe(sealed);
    expect(seal.open(sealed)).toBe("p4tw_geheim");
    expect(createSeal("the secret of another server, as long").open(sealed)).toBeNull();
  });
  it.each(["", "short", "A".repeat(80)])("a damaged one (%j) does not open", (text) => {
    expect(seal.open(text)).toBeNull();
  });
});

// computed with: printf '1700000000.{"a":1}' | openssl dgst -sha256 -hmac secret
it("the signature is HMAC-SHA256 over time and body", () => {
  expect(signatureOf("secret", 1_700_000_000, '{"a":1}')).toBe(
    "t=1700000000,v1=49f24e537407743fa4a0242bb63b94b9a47ee99cbbe071ccd8a22550ae411686",
  );
});
