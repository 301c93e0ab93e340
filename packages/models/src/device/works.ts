/** Full titles of the works that the library's profiles cite by a short name. */
export const works: Readonly<Record<string, string>> = {
  thesis:
    "H. Harkous, Performance Modeling, Optimization, and Applications for the Deployment of Programmable Packet Processors in Cloud Environments, TU Munich, 2022",
  operator: "stated by whoever runs this installation",
  famelis:
    "P. Famelis, A Comparative Study of Programmable Switches on Modern Networking Hardware, MSc thesis, University of the Aegean, 2023",
  katsikas:
    "G. P. Katsikas, NFV Service Chains at the Speed of the Underlying Commodity Hardware, KTH, 2018 (TRITA-EECS-AVL-2018:50)",
  p8: "H. Harkous, M. Jarschel, M. He, R. Pries, W. Kellerer, P8: P4 with Predictable Packet Processing Performance, IEEE TNSM 18(3), 2021",
};
