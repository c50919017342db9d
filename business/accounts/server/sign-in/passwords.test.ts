import { stat } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { hashPassword as hashIn, isRightPassword as isRightIn, OWN_LANE } from './passwords.ts'

const hashPassword = (password: string) => hashIn(password, OWN_LANE)
const isRightPassword = (hash: string | undefined, password: string) => isRightIn(hash, password, OWN_LANE)

// Uses the production cost.
vi.unmock('better-auth/crypto')

test('a password matches only its own hash, and none matches a missing hash', async () => {
  const hash = await hashPassword('easel-test')
  expect(await isRightPassword(hash, 'easel-test')).toBe(true)
  expect(await isRightPassword(hash, 'easel-tesT')).toBe(false)
  expect(await isRightPassword(undefined, 'easel-test')).toBe(false)
})

test('many parallel hashes leave a thread for other work', async () => {
  let hashed = 0
  const count = () => {
    hashed += 1
  }
  const many = Array.from({ length: 16 }, () => hashPassword('easel-test').then(count))
  await stat(import.meta.filename)
  expect(hashed).toBeLessThan(12)
  await Promise.all(many)
  expect(hashed).toBe(16)
})

test('a failed hash does not block the next ones', async () => {
  const many = Array.from({ length: 6 }, () => isRightPassword('no hash', 'easel-test'))
  for (const result of await Promise.allSettled(many)) expect(result.status).toBe('rejected')
  expect(await isRightPassword(await hashPassword('easel-test'), 'easel-test')).toBe(true)
})

test('if the library could not be loaded, the next attempt loads it', async () => {
  vi.resetModules()
  vi.doMock('better-auth/crypto', () => {
    throw new Error('too many open files')
  })
  const fresh = await import('./passwords.ts')
  const isRight = (hash?: string) => fresh.isRightPassword(hash, 'easel-test', OWN_LANE)
  await expect(isRight()).rejects.toThrow()
  vi.doUnmock('better-auth/crypto')
  expect(await isRight()).toBe(false)
  expect(await isRight(await hashPassword('easel-test'))).toBe(true)
})
