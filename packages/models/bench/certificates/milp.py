# A placement problem as one integer program for scipy's milp (HiGHS), written from the rules in the words of
# packages/models/src/placement/SPEC.md alone: per function the device it stands on, per step of a chain the flow
# from its place to the next. Reads problems as JSON lines, writes [status, objective] a line (0 optimal, 2 infeasible).
import json
import sys
from collections import defaultdict

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import lil_matrix

TOLERANCE = 1e-6


class Program:
    def __init__(self):
        self.cost, self.upper, self.rows, self.names = [], [], [], {}

    def variable(self, name, cost=0.0):
        self.names[name] = len(self.cost)
        self.cost.append(cost)
        self.upper.append(1.0)
        return self.names[name]

    def constrain(self, terms, low, high):
        self.rows.append((dict(terms), low, high))

    def at_most(self, terms, most):
        self.constrain(terms, -np.inf, most)

    def implies(self, one, other):
        self.at_most({one: 1, other: -1}, 0)

    def solve(self):
        matrix = lil_matrix((len(self.rows), len(self.cost)))
        for i, (terms, _, _) in enumerate(self.rows):
            for variable, factor in terms.items():
                matrix[i, variable] = factor
        limits = LinearConstraint(matrix.tocsr(), [r[1] for r in self.rows], [r[2] for r in self.rows])
        bounds = Bounds(np.zeros(len(self.cost)), np.array(self.upper))
        answer = milp(
            np.array(self.cost),
            constraints=limits,
            integrality=np.ones(len(self.cost)),
            bounds=bounds,
            options={"mip_rel_gap": 0},
        )
        return answer.status, answer.fun if answer.status == 0 else None


def place_chains(p, m, arcs):
    devices, first_host = m["devices"], len(m["devices"]) + m["switches"]
    nodes = first_host + m["hosts"]
    for c, chain in enumerate(m["chains"]):
        delay = defaultdict(float)
        steps = len(chain["functions"])
        for k, kind in enumerate(chain["functions"]):
            stands = {}
            for d, device in enumerate(devices):
                us = m["types"][kind]["us"][d]
                x = p.variable(("x", c, k, d))
                if us is None:
                    p.upper[x] = 0.0
                    continue
                stands[x] = 1
                # the base of the first device, where no link leads to it
                delay[x] += us + (device["baseUs"] if k == 0 and chain["start"] is None else 0)
                p.implies(x, p.names["used", d])
                p.implies(x, p.names["kind", d, kind])
            p.constrain(stands, 1, 1)
        segments = [(None, 0)] if chain["start"] is not None else []
        segments += [(k, k + 1) for k in range(steps - 1)]
        segments += [(steps - 1, None)] if chain["end"] is not None else []
        for s, (before, behind) in enumerate(segments):
            flow = {}
            for i, (a, b, link, _) in enumerate(arcs):
                passes = chain["gbps"] <= m["links"][link]["gbps"] + TOLERANCE
                if a < first_host:
                    passes = passes and m["forwards"][a]
                else:
                    passes = passes and before is None and a == chain["start"]
                if b >= first_host:
                    passes = passes and behind is None and b == chain["end"]
                r = flow[i] = p.variable(("r", c, s, i))
                if not passes:
                    p.upper[r] = 0.0
                    continue
                delay[r] += m["leaveUs"][a] + m["links"][link]["us"]
                delay[r] += devices[b]["baseUs"] if b < len(devices) else 0
                if a < len(devices):
                    p.implies(r, p.names["used", a])
                    p.implies(r, p.names["left", a])
            for n in range(nodes):
                terms, source = defaultdict(float), 0.0
                for i, (a, b, _, _) in enumerate(arcs):
                    terms[flow[i]] += (a == n) - (b == n)
                if before is None:
                    source += n == chain["start"]
                elif n < len(devices):
                    terms[p.names["x", c, before, n]] -= 1
                if behind is None:
                    source -= n == chain["end"]
                elif n < len(devices):
                    terms[p.names["x", c, behind, n]] += 1
                p.constrain(terms, source, source)
        if chain["maxDelayUs"] is not None:
            p.at_most(delay, chain["maxDelayUs"] + TOLERANCE)
        for variable, us in delay.items():
            p.cost[variable] += m["weights"]["delay"] * us


def limit_devices(p, m):
    for d, device in enumerate(m["devices"]):
        for kind in m["required"]:
            p.implies(p.names["left", d], p.names["kind", d, kind])
        size, rules, inward, outward, cycles = (defaultdict(float) for _ in range(5))
        externs = defaultdict(lambda: defaultdict(float))
        software = device["software"]
        for c, chain in enumerate(m["chains"]):
            last = len(chain["functions"]) - 1
            inward[p.names["x", c, 0, d]] += chain["gbps"]
            outward[p.names["x", c, last, d]] += chain["gbps"]
            for k, kind in enumerate(chain["functions"]):
                f, x = m["types"][kind], p.names["x", c, k, d]
                size[x] += f["size"]
                rules[x] += f["rules"]
                for extern in f["externs"]:
                    externs[extern][x] += chain["gbps"]
                if software:
                    bits = 8 * (chain["packetBytes"] + software["overheadBytes"])
                    ends = (k == 0) + (k == last)
                    each = f["cyclesPerPacket"] + f["cyclesPerBatch"] / software["batchPackets"]
                    cycles[x] += chain["gbps"] / bits * (each + ends * software["ioCycles"] / 2)
        required = [m["types"][kind] for kind in m["required"]]
        left = p.names["left", d]
        rules[left] += sum(f["rules"] for f in required)
        if m["sharing"]:
            size = {p.names["kind", d, kind]: f["size"] for kind, f in m["types"].items()}
        else:
            size[left] += sum(f["size"] for f in required)
        for terms, most in ((size, "maxConstructs"), (rules, "maxRules"), (inward, "gbps"), (outward, "gbps")):
            if device[most] is not None:
                p.at_most(terms, device[most] + TOLERANCE)
        if software:
            p.at_most(cycles, software["gigacycles"] + TOLERANCE)
        for extern, most in device["externs"].items():
            if most is not None and extern in externs:
                p.at_most(externs[extern], most + TOLERANCE)


def limit_links(p, m, arcs):
    for number, link in enumerate(m["links"]):
        ways = (defaultdict(float), defaultdict(float))
        for name, variable in p.names.items():
            if name[0] == "r" and arcs[name[3]][2] == number:
                ways[arcs[name[3]][3]][variable] += m["chains"][name[1]]["gbps"]
        for terms in [{**ways[0], **ways[1]}] if m["halfDuplex"] else ways:
            p.at_most(terms, link["gbps"] + TOLERANCE)


def solve(m):
    p = Program()
    arcs = []
    for number, link in enumerate(m["links"]):
        a, b = link["ends"]
        arcs += [(a, b, number, 0), (b, a, number, 1)]
    for d, device in enumerate(m["devices"]):
        weights = m["weights"]
        p.variable(("used", d), weights["power"] * device["watts"] + weights["cost"] * device["usd"])
        p.variable(("left", d))
        for kind in m["types"]:
            p.variable(("kind", d, kind))
    place_chains(p, m, arcs)
    limit_devices(p, m)
    limit_links(p, m, arcs)
    return p.solve()


for line in sys.stdin:
    print(json.dumps(solve(json.loads(line))))
