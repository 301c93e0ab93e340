"""A placement solver: every chain goes whole on one device, on the one with the fewest functions that meets its budget.

Hosts are all that has to be returned; delays, power and constraints are worked out and checked by P4Twin.
"""


def place(problem, options):
    profiles = options["profiles"]
    functions = {function["type"]: function for function in options["functions"]}
    load = {device["id"]: 0 for device in problem["devices"]}
    spare = {device["id"]: profiles[device["profile"]]["gbps"] for device in problem["devices"]}
    room = {device["id"]: profiles[device["profile"]]["maxConstructs"] for device in problem["devices"]}
    chains = []
    for chain in problem["chains"]:
        size = sum(sum(functions[type]["features"].values()) for type in chain["functions"])
        fitting = []
        for device in problem["devices"]:
            facts = profiles[device["profile"]]
            delays = [facts["functionUs"][type] for type in chain["functions"]]
            if None in delays:
                continue
            delay = facts["baseUs"] + sum(delays)
            in_time = chain["maxDelayUs"] is None or delay <= chain["maxDelayUs"]
            in_rate = spare[device["id"]] is None or chain["gbps"] <= spare[device["id"]]
            in_room = room[device["id"]] is None or size <= room[device["id"]]
            if in_time and in_rate and in_room:
                fitting.append((load[device["id"]], delay, device["id"]))
        if not fitting:
            continue
        host = min(fitting)[2]
        load[host] += len(chain["functions"])
        if spare[host] is not None:
            spare[host] -= chain["gbps"]
        if room[host] is not None:
            room[host] -= size
        chains.append({"id": chain["id"], "hosts": [host] * len(chain["functions"])})
    return {"chains": chains}
