"""pygnmi reads a switch; prints its capabilities and the interfaces as JSON."""
import json
import sys

from pygnmi.client import gNMIclient

host, port = sys.argv[1].rsplit(":", 1)
with gNMIclient(target=(host, int(port)), insecure=True) as client:
    capabilities = client.capabilities()
    read = client.get(path=["/interfaces"], encoding="json_ietf")
print(json.dumps({"version": capabilities["gnmi_version"], "encodings": capabilities["supported_encodings"], "read": read}))
