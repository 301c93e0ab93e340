# Calls tools by the Python SDK of the Model Context Protocol: mcp_client.py CALLS.json URL TOKEN NODE P4TWIN
# CALLS.json holds [tool, arguments] each; all go over HTTP, then the server's and two local ones through `p4twin mcp`.
import asyncio
import json
import os
import sys

from httpx2 import AsyncClient
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

calls_file, url, token, node, p4twin = sys.argv[1:]
with open(calls_file) as file:
    calls = json.load(file)


async def all_of(client, wanted):
    listed = {tool.name for tool in (await client.list_tools()).tools}
    for name, given in wanted:
        assert name in listed, f"{name} is not listed"
        answer = await client.call_tool(name, given)
        text = answer.content[0].text
        assert not answer.is_error, f"{name}: {text}"
        json.loads(text)
    return len(wanted)


async def main():
    headers = {"Authorization": f"Bearer {token}", "host": "127.0.0.1:3000"}
    async with AsyncClient(headers=headers) as http:
        async with Client(streamable_http_client(f"{url}/api/mcp", http_client=http)) as client:
            over_http = await all_of(client, calls)
    local = [
        ["run_packet", {"program": "lib:l3fwd", "packets": ["eth/ipv4/udp"]}],
        ["review_change", {"base": "lib:l3fwd", "head": "lib:l3fwd_firewall"}],
    ]
    env = {**os.environ, "P4TWIN_TOKEN": token}
    server = StdioServerParameters(command=node, args=[p4twin, "mcp", "--server", url], env=env)
    async with Client(server) as client:
        over_stdio = await all_of(client, local + calls[:3])
    print(f"ok {over_http} {over_stdio}")


asyncio.run(main())
