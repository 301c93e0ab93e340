"""A gNMI server of the generated classes of openconfig's proto (pygnmi): one leaf switch, as JSON_IETF or leaf by leaf.
Prints its port; runs until its input ends."""
import json
import sys
from concurrent import futures

import grpc
from pygnmi.spec.v080 import gnmi_pb2, gnmi_pb2_grpc

DATA = json.loads(sys.argv[1])
ENCODING = gnmi_pb2.Encoding.Value(sys.argv[2])
KEYS = {"interface": "name", "component": "name", "neighbor": "id"}


def leaves(value, elems):
    if isinstance(value, dict):
        for name, inner in value.items():
            if isinstance(inner, list):
                for item in inner:
                    key = KEYS[name.split(":")[-1]]
                    yield from leaves(item, [*elems, gnmi_pb2.PathElem(name=name, key={key: item[key]})])
            else:
                yield from leaves(inner, [*elems, gnmi_pb2.PathElem(name=name)])
        return
    kind = {str: "string_val", bool: "bool_val", int: "uint_val"}[type(value)]
    yield gnmi_pb2.Update(path=gnmi_pb2.Path(elem=elems), val=gnmi_pb2.TypedValue(**{kind: value}))


class Switch(gnmi_pb2_grpc.gNMIServicer):
    def Capabilities(self, request, context):
        model = gnmi_pb2.ModelData(name="openconfig-lldp", organization="OpenConfig", version="0.2.1")
        encodings = [gnmi_pb2.ASCII, ENCODING]
        return gnmi_pb2.CapabilityResponse(supported_models=[model], supported_encodings=encodings, gNMI_version="0.8.0")

    def Get(self, request, context):
        if len(request.path) != 1 or request.encoding != ENCODING:
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, "not as it was asked for")
        part = request.path[0].elem[0].name
        if part not in DATA:
            context.abort(grpc.StatusCode.NOT_FOUND, f"no {part}")
        elems = [gnmi_pb2.PathElem(name=part)]
        if ENCODING == gnmi_pb2.PROTO:
            updates = list(leaves(DATA[part], elems))
            return gnmi_pb2.GetResponse(notification=[gnmi_pb2.Notification(timestamp=1, update=updates)])
        value = gnmi_pb2.TypedValue(json_ietf_val=json.dumps(DATA[part]).encode())
        update = gnmi_pb2.Update(path=gnmi_pb2.Path(), val=value)
        prefix = gnmi_pb2.Path(origin="openconfig", elem=elems)
        return gnmi_pb2.GetResponse(notification=[gnmi_pb2.Notification(timestamp=1, prefix=prefix, update=[update])])


server = grpc.server(futures.ThreadPoolExecutor(2))
gnmi_pb2_grpc.add_gNMIServicer_to_server(Switch(), server)
port = server.add_insecure_port("127.0.0.1:0")
server.start()
print(port, flush=True)
sys.stdin.read()
server.stop(None)
