import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { requestLog } from './request-log.ts'

test('the log contains the requested page, but no token, signature, or email address', async () => {
  const lines: string[] = []
  const app = Fastify({ logger: { ...requestLog, stream: { write: (line: string) => void lines.push(line) } } })
  app.get('/*', async () => 'a page')
  await app.inject('/reset-password?token=secret-1&x=1')
  await app.inject('/reset-password.data?_routes=a&token=secret-2')
  await app.inject('/files/1?expires=5&signature=secret-3')
  await app.inject('/verify?email=secret-4%40example.com&next=%2Ffaq')
  await app.inject('/forgot-password?sent=secret-5%40example.com')
  await app.close()
  const log = lines.join('')
  expect(log).toContain('/reset-password?token=…&x=1')
  expect(log).toContain('expires=5')
  expect(log).not.toContain('secret')
})
