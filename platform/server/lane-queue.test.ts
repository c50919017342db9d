import { expect, test } from 'vitest'
import { createLaneQueue } from './lane-queue.ts'

const LIMITS = { concurrency: 1, max_waiting: 3, retry_after_seconds: 7 }

/** Queues works that note their names, and returns the order in which they ran. */
async function orderOf(names: readonly string[]): Promise<string[]> {
  const queue = createLaneQueue(LIMITS)
  const order: string[] = []
  const works = names.map((name) => {
    const [network = '', account = ''] = name.split('/')
    return queue.run({ site: network.charAt(0), network, account, is_own: true }, async () => void order.push(name))
  })
  await Promise.all(works)
  return order
}

test('networks take turns, whoever came first', async () => {
  expect(await orderOf(['a/1', 'a/2', 'a/3', 'a/4', 'b/1', 'b/2', 'c/1'])).toEqual(['a/1', 'a/2', 'b/1', 'c/1', 'a/3', 'b/2', 'a/4'])
})

test('the networks of one site take turns with each other, and with other sites as one', async () => {
  expect(await orderOf(['a1/x', 'a1/x', 'a2/x', 'a3/x', 'a4/x', 'b/1', 'b/1'])).toEqual([
    'a1/x',
    'a1/x',
    'b/1',
    'a2/x',
    'b/1',
    'a3/x',
    'a4/x'
  ])
})

test('accounts of one network take turns', async () => {
  expect(await orderOf(['a/x', 'a/x', 'a/x', 'a/x', 'a/y', 'a/z'])).toEqual(['a/x', 'a/x', 'a/y', 'a/z', 'a/x', 'a/x'])
})

test('a network with too many waiting works is refused, and others are not', async () => {
  const queue = createLaneQueue(LIMITS)
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const from = (network: string, is_own = false) => queue.run({ site: 'site', network, account: 'x', is_own }, () => gate)
  const accepted = [from('a'), from('a'), from('a'), from('a')]
  await expect(from('a')).rejects.toMatchObject({ status: 429, retryAfter: 7 })
  const others = [from('b'), from('a', true)]
  open()
  await Promise.all([...accepted, ...others])
  await expect(from('a')).resolves.toBeUndefined()
})

test('a work that fails makes room for the next', async () => {
  const queue = createLaneQueue(LIMITS)
  const lane = { site: 'a', network: 'a', account: 'x' }
  const failed = queue.run(lane, () => Promise.reject(new Error('no')))
  const next = queue.run(lane, async () => 'done')
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('done')
})
