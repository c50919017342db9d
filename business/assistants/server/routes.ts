import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { spendPictureSearch } from '#catalogue/server/index.ts'
import { JSON_TYPE, sendOutgoing } from '#platform/server/index.ts'
import { MCP_PATH, PICTURE_CALL_BYTES } from '../rules.ts'
import { admit } from './admit.ts'
import { readCall } from './call-body.ts'
import { callsOf } from './calls.ts'
import { openMcpServer } from './mcp-server.ts'

/** Serves the Model Context Protocol. Every call stands alone, so any process can answer it. */
export async function assistantsRoutes(app: FastifyInstance): Promise<void> {
  const call = callsOf(app)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The body is read once it is clear who calls.
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.post(MCP_PATH, { config: { ignores_cookies: true }, bodyLimit: PICTURE_CALL_BYTES }, async (request, reply) => {
      try {
        const admitted = await admit(request)
        const spendPicture = once(() => spendPictureSearch(admitted.visitor))
        const message = await readCall(request, spendPicture)
        const server = openMcpServer({ ...admitted, call, spendPicture })
        const response = await answer(request, { server, message })
        sendOutgoing(request, reply)
        return send(reply, response)
      } catch (error) {
        sendOutgoing(request, reply)
        throw error
      }
    })
    scope.route({
      method: ['GET', 'DELETE'],
      url: MCP_PATH,
      config: { ignores_cookies: true },
      handler: async (_request, reply) =>
        reply.code(405).header('allow', 'POST').send({ error: 'Send each message with POST.', code: 'method_not_allowed' })
    })
  })
}

/** Runs the work at most once, however often it is asked for. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work()
    return done
  }
}

type Opened = { server: ReturnType<typeof openMcpServer>; message: unknown }

async function answer({ headers }: FastifyRequest, { server, message }: Opened): Promise<Answered> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport as Transport)
  try {
    // Answers are always JSON, so it does not matter whether a client would also take a stream.
    const asked = new Headers({ accept: 'application/json, text/event-stream', 'content-type': 'application/json' })
    const version = headers['mcp-protocol-version']
    if (version !== undefined) asked.set('mcp-protocol-version', String(version))
    const response = await transport.handleRequest(new Request('http://mcp/', { method: 'POST', headers: asked }), { parsedBody: message })
    return { status: response.status, text: await response.text() }
  } finally {
    await server.close()
  }
}

type Answered = { status: number; text: string }

function send(reply: FastifyReply, { status, text }: Answered) {
  reply.code(status)
  return text === '' ? reply.send() : reply.type(JSON_TYPE).send(text)
}
