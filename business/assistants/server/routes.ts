import type { FastifyInstance, FastifyReply } from 'fastify'
import { spendPictureSearch } from '#catalogue/server/index.ts'
import { JSON_TYPE, sendOutgoing } from '#platform/server/index.ts'
import { MCP_PATH, PICTURE_CALL_BYTES } from '../rules.ts'
import { admit } from './admit.ts'
import type { Answered } from './answer-message.ts'
import { readCall } from './call-body.ts'
import { callsOf } from './calls.ts'

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
        // The protocol's library takes 4 MB, which a shop that no assistant visits does not need.
        const { answerMessage } = await import('./answer-message.ts')
        const version = request.headers['mcp-protocol-version']?.toString()
        const answered = await answerMessage({ ...admitted, call, spendPicture }, { message, version })
        sendOutgoing(request, reply)
        return send(reply, answered)
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

function send(reply: FastifyReply, { status, text }: Answered) {
  reply.code(status)
  return text === '' ? reply.send() : reply.type(JSON_TYPE).send(text)
}
