import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { openMcpServer } from './mcp-server.ts'
import type { Desk } from './tools/tool.ts'

/** `version`: of the protocol, as the client names it. */
export type Asked = { message: unknown; version: string | undefined }
/** The text is empty for a message that has no answer. */
export type Answered = { status: number; text: string }

/** Answers one message of the Model Context Protocol. */
export async function answerMessage(desk: Desk, { message, version }: Asked): Promise<Answered> {
  const server = openMcpServer(desk)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport as Transport)
  try {
    // Answers are always JSON, so it does not matter whether a client would also take a stream.
    const headers = new Headers({ accept: 'application/json, text/event-stream', 'content-type': 'application/json' })
    if (version !== undefined) headers.set('mcp-protocol-version', version)
    const response = await transport.handleRequest(new Request('http://mcp/', { method: 'POST', headers }), { parsedBody: message })
    return { status: response.status, text: await response.text() }
  } finally {
    await server.close()
  }
}
