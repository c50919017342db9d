import { beforeEach, expect, test, vi } from 'vitest'
import { setProver, withProof } from './proof.ts'

const needed = () => new Response('{}', { status: 409, headers: { 'x-proof-needed': 'password passkey' } })
const done = () => new Response('{}')

let release = () => {}
beforeEach(() => release())

function serverThat(...answers: (() => Response)[]) {
  const server = vi.fn<typeof fetch>(async () => (answers.shift() ?? done)())
  return { server, send: withProof(server) }
}

test('a call that needs a proof is repeated as it was after the proof', async () => {
  const prover = vi.fn(async () => true)
  release = setProver(prover)
  const { server, send } = serverThat(needed)
  expect((await send('/a', { method: 'POST', body: 'typed' })).status).toBe(200)
  expect(prover).toHaveBeenCalledExactlyOnceWith(['password', 'passkey'])
  expect(server.mock.calls).toEqual([
    ['/a', { method: 'POST', body: 'typed' }],
    ['/a', { method: 'POST', body: 'typed' }]
  ])
})

test('without a proof the refusal stays, and the form shows it', async () => {
  release = setProver(async () => false)
  const { server, send } = serverThat(needed)
  expect((await send('/a', { method: 'POST' })).status).toBe(409)
  expect(server).toHaveBeenCalledTimes(1)
})

test('calls that are refused at the same time ask once, and a later one asks again', async () => {
  const prover = vi.fn(async () => true)
  release = setProver(prover)
  const { send } = serverThat(needed, needed, done, done, needed)
  await Promise.all([send('/a'), send('/b')])
  expect(prover).toHaveBeenCalledTimes(1)
  await send('/c')
  expect(prover).toHaveBeenCalledTimes(2)
})

test('a request with a body can be sent again', async () => {
  release = setProver(async () => true)
  const bodies: string[] = []
  const answers = [needed, done]
  const send = withProof(async (input) => {
    bodies.push(await (input as Request).text())
    return answers.shift()!()
  })
  await send(new Request('http://easel.test/a', { method: 'POST', body: 'typed' }))
  expect(bodies).toEqual(['typed', 'typed'])
})
