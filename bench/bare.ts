/** A Fastify server that only sends a response of a given size: the upper limit of this machine. */
import Fastify from 'fastify'

const app = Fastify()
app.get('/bare', async (request, reply) => {
  const { bytes, type } = request.query as { bytes: string; type: string }
  return reply.type(type).send(body(Number(bytes)))
})

const bodies = new Map<number, Buffer>()
function body(bytes: number): Buffer {
  const known = bodies.get(bytes) ?? Buffer.alloc(bytes, 'x')
  bodies.set(bytes, known)
  return known
}

await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
console.log('ready')
