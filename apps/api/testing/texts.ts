/** Documents that several tests need, as users write them. */
export const CLOUD = `version: 1
name: two devices
nodes:
  - { id: core1, kind: switch, delayUs: 1 }
  - { id: npu1, kind: device, profile: npu }
  - { id: cpu1, kind: device, profile: cpu }
links:
  - { a: npu1, b: core1, gbps: 10 }
  - { a: cpu1, b: core1, gbps: 10 }
`;

/** Chain A of the thesis with a budget, and one without. */
export const CHAINS = `version: 1
chains:
  - { id: a, name: Chain A, functions: [fw, nat, l3fwd], gbps: 2, maxDelayUs: 10 }
  - { id: b, functions: [lb, l3fwd], gbps: 1 }
`;
