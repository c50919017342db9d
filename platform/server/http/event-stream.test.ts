import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { openEventStream } from './event-stream.ts'

let app: FastifyInstance
afterEach(() => app.close())

test('a reader that left before the stream opened is reported as closed, once', async () => {
  const closed = vi.fn()
  const leaving = new AbortController()
  let isOpened = false
  app = Fastify({ forceCloseConnections: true })
  app.get('/events', async (request, reply) => {
    const left = new Promise((resolve) => reply.raw.once('close', resolve))
    leaving.abort()
    await left
    const stream = openEventStream(request, reply, closed)
    expect(closed).not.toHaveBeenCalled()
    await stream.send({ id: 1, event: 'message', data: {} })
    isOpened = true
  })
  const url = await app.listen({ port: 0 })
  await fetch(`${url}/events`, { signal: leaving.signal }).catch(() => {})
  await expect.poll(() => isOpened, { timeout: 5000 }).toBe(true)
  await expect.poll(() => closed.mock.calls.length, { timeout: 5000 }).toBe(1)
})

test('a reader that leaves later is reported then', async () => {
  const closed = vi.fn()
  app = Fastify({ forceCloseConnections: true })
  app.get('/events', async (request, reply) => void openEventStream(request, reply, closed))
  const url = await app.listen({ port: 0 })
  const leaving = new AbortController()
  await fetch(`${url}/events`, { signal: leaving.signal })
  expect(closed).not.toHaveBeenCalled()
  leaving.abort()
  await expect.poll(() => closed.mock.calls.length, { timeout: 5000 }).toBe(1)
})
