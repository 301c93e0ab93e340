"""An estimator: the linear model of the device, and tables that cost more when several of them follow each other.

Every path is answered with its mean in microseconds. Terms are shown as bars and add up to the mean.
"""

TABLE_PENALTY_US = 0.15
# the base delay of a profile was measured with one header parsed and one table applied
IN_THE_BASE = {"parse": 1, "table": 1}


def estimate(program, device, options):
    model = device["linear"]
    if model is None:
        return {"estimates": [{"pathId": path["id"], "meanUs": None} for path in program["paths"]]}
    base = model["baseUs"]["value"]
    estimates = []
    for path in program["paths"]:
        terms = [{"construct": "base", "count": 1, "unitUs": base, "totalUs": base}]
        for name, raw in path["features"].items():
            count = max(0, raw - IN_THE_BASE.get(name, 0))
            slope = model["slopesUs"].get(name)
            unit = slope["value"] if slope else 0.0
            if name == "table":
                unit += TABLE_PENALTY_US
            if count:
                terms.append({"construct": name, "count": count, "unitUs": unit, "totalUs": count * unit})
        mean = sum(term["totalUs"] for term in terms)
        estimates.append({"pathId": path["id"], "meanUs": mean, "lowUs": 0.95 * mean, "highUs": 1.05 * mean, "terms": terms})
    return {"estimates": estimates}
