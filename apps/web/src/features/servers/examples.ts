/** Examples of the library that each tab offers; a test holds them against the library. */
export const CHAIN_EXAMPLES = {
  "thesis-example": "NAPT, firewall, load balancer (thesis Sec. 7.3)",
  isp: "ISP chain: firewall, router, NAPT",
  "isp-8550": "ISP chain with 8,550 rules",
} as const;

export const COUNTER_EXAMPLES = {
  "router-kernel": "Router in the kernel",
  "router-user": "Router in user space",
  "router-user-ovsk": "Router in user space over OVS",
  "router-dpdk": "Router on DPDK",
  "chain-ovsk-2": "Two routers over OVS",
  "chain-ovsk-4": "Four routers over OVS",
  "chain-ovsk-8": "Eight routers over OVS",
  "chain-b2b-8": "Eight routers back to back",
} as const;

export const DEPLOY_EXAMPLES = {
  isp: "ISP chain behind three switches, with spikes and a failure",
  "nic-only": "A chain split by its NIC alone",
} as const;

/** Reads the name of an example from the address. */
export const exampleOf = <T extends Record<string, string>>(
  examples: T,
  name: string | null,
): (keyof T & string) | null => Object.keys(examples).find((each) => each === name) ?? null;
