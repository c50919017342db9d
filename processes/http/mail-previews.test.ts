import { globSync } from 'node:fs'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerErrors } from '#platform/server/index.ts'
import { samplesOfParts, serveMailPreviews } from './mail-previews.ts'

const templates = globSync('business/*/mails/*-mail.tsx').map(
  (file) => file.match(/business\/(.+)\/mails\/(.+)\.tsx/)!.slice(1, 3) as [string, string]
)
const samples = Object.entries(samplesOfParts).flatMap(([part, list]) => list.map(({ name }) => [part, name] as const))

let app: FastifyInstance
beforeAll(async () => {
  app = Fastify()
  answerErrors(app)
  serveMailPreviews(app, { brand_name: 'Palette', public_url: 'https://palette.test', support_email: 'help@palette.test' })
  await app.ready()
})
afterAll(() => app.close())

test.each(templates)('the template of %s %s has a sample in mails/samples.ts', (part, template) => {
  expect(samplesOfParts[part]?.map(({ name }) => name.split(',')[0])).toContain(template)
})

test.each(samples)('the sample of %s %s belongs to a template, has a unique name, and has a preview page', async (part, name) => {
  expect(templates).toContainEqual([part, name.split(',')[0]])
  expect(samples.filter(([, other]) => other === name)).toHaveLength(1)
  const address = `/dev/mails/${part}/${encodeURIComponent(name)}`
  expect((await app.inject('/dev/mails')).body).toContain(`href="${address}"`)
  const page = await app.inject(address)
  expect(page.statusCode).toBe(200)
  expect(page.body.match(new RegExp(`<iframe src="${address}/html"`, 'g'))).toHaveLength(2)
  expect(page.body).toContain('Palette, California, USA. https://palette.test</pre>')
  const mail = await app.inject(`${address}/html`)
  expect(mail.body).toContain('<!DOCTYPE html')
  expect(mail.headers['content-security-policy']).toContain("default-src 'none'")
})

test.each(['/dev/mails/accounts/none', '/dev/mails/none/reset-mail', '/dev/mails/constructor/name', '/dev/mails/accounts/none/html'])(
  '%s does not exist',
  async (address) => expect((await app.inject(address)).statusCode).toBe(404)
)
