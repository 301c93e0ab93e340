import { existsSync } from "node:fs";
import { join } from "node:path";

/** Google's public SAI P4 among p4c's samples; null without them. */
export function pinsFile(): string | null {
  const file = join(process.env.P4TWIN_P4C_DIR ?? "", "testdata/p4_16_samples/pins/pins_middleblock.p4");
  return existsSync(file) ? file : null;
}

/** A UDP packet to the MAC address that the program admits, for 10.0.0.1. */
export const PINS_FRAME = `001a11175f8002000000000108004500002e0001000040110000c0a80001${"0a000001"}10002000001a0000${"00".repeat(18)}`;

const NEIGHBOUR = "0xfe800000000000000000000000000001";

/** A vrf with `routes` routes to one next hop, and `denials` ternary entries that no packet of ours hits. */
export function pinsEntries(routes: number, denials: number): string[] {
  const route = (i: number): string =>
    `table_add ipv4_table set_nexthop_id 0 10.${i >> 8}.${i & 255}.0/24 => 1`;
  const any = (count: number): string => Array.from({ length: count }, () => "0&&&0").join(" ");
  // 255 fit in each
  const filtered = (i: number): string =>
    `table_add acl_ingress_table acl_drop ${any(3)} 0&&&0 0&&&0 10.${i}.0.0&&&0xffffff00 10.0.0.0&&&0xff000000 ${any(10)} => ${i + 1}`;
  const secured = (i: number): string =>
    `table_add acl_ingress_security_table acl_deny ${any(3)} 0&&&0 10.${i}.0.0&&&0xffffff00 0&&&0 0&&&0 => ${i + 1}`;
  const half = Math.ceil(denials / 2);
  return [
    `table_add nexthop_table set_ip_nexthop 1 => 7 ${NEIGHBOUR}`,
    "table_add router_interface_table set_port_and_src_mac 7 => 3 02:00:00:00:00:03",
    `table_add neighbor_table set_dst_mac 7 ${NEIGHBOUR} => 02:00:00:00:00:04`,
    ...Array.from({ length: routes }, (_, i) => route(i)),
    ...Array.from({ length: half }, (_, i) => filtered(i)),
    ...Array.from({ length: denials - half }, (_, i) => secured(i)),
  ];
}
