# Uses a client that openapi-python-client made of the API's own description: generated_client.py FOLDER URL TOKEN
import sys

folder, url, token = sys.argv[1:]
sys.path.insert(0, folder)

from p4_twin_client import AuthenticatedClient  # noqa: E402
from p4_twin_client.api.programs import programs_create, programs_get, programs_list  # noqa: E402
from p4_twin_client.api.switches import switches_get, switches_list  # noqa: E402
from p4_twin_client.models import Problem, ProgramsCreateBody  # noqa: E402

client = AuthenticatedClient(base_url=f"{url}/api/v1", token=token)
made = programs_create.sync(client=client, body=ProgramsCreateBody(name="generated.p4", source="one"))
assert made.number == 1, made
read = programs_get.sync(made.id, client=client)
assert read.source == "one", read
assert any(each.id == made.program_id for each in programs_list.sync(client=client))
assert switches_list.sync(client=client) == []
gone = switches_get.sync("00000000-0000-4000-8000-000000000000", client=client)
assert isinstance(gone, Problem) and gone.status == 404, gone
print("ok 5")
