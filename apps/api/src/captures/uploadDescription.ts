/** The upload in OpenAPI: its body is no JSON, so it is no procedure. */
export const uploadPath = "/captures/{id}/content";

export const uploadDescription = {
  operationId: "captures.content",
  summary: "The bytes of a capture that was begun: pcap or pcapng, gzip allowed; read while they arrive",
  tags: ["captures"],
  "x-role": "operator",
  parameters: [{ name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } }],
  requestBody: {
    required: true,
    content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
  },
};
