import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFiles } from './file-store.ts'
import type { Files } from './files.ts'

/* A minimal S3 server: PUT, GET with a range, HEAD, and DELETE, with path-style addresses. */

type Stored = { bytes: Buffer; type: string }
const stored = new Map<string, Stored>()
const seen: string[] = []

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bucket')
  const key = decodeURIComponent(pathname)
  seen.push(String(request.headers.authorization))
  if (searchParams.has('list-type')) return listAfter(searchParams.get('continuation-token') ?? '', response)
  if (request.method === 'PUT') {
    stored.set(key, { bytes: await buffer(request), type: String(request.headers['content-type']) })
    return void response.setHeader('etag', '"1"').end()
  }
  if (request.method === 'DELETE') {
    stored.delete(key)
    return void response.writeHead(204).end()
  }
  const file = stored.get(key)
  if (!file) return void response.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>')
  send(file, request, response)
}

/** Sends two keys at a time. The token is the last one. */
function listAfter(token: string, response: ServerResponse): void {
  const names = [...stored.keys()].map((key) => key.slice('/pictures/'.length)).sort()
  const rest = names.filter((name) => name > token)
  const page = rest
    .slice(0, 2)
    .map((name) => `<Contents><Key>${name}</Key><Size>${stored.get(`/pictures/${name}`)?.bytes.length}</Size><ETag>"1"</ETag></Contents>`)
  const next = rest.length > 2 ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${rest[1]}</NextContinuationToken>` : ''
  response.writeHead(200, { 'content-type': 'application/xml' })
  response.end(`<ListBucketResult>${page.join('')}${next}</ListBucketResult>`)
}

function send({ bytes, type }: Stored, { headers, method }: IncomingMessage, response: ServerResponse): void {
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
  const part = start === undefined ? bytes : bytes.subarray(Number(start), Number(end) + 1)
  const fields = { 'content-type': type, 'content-length': part.length, etag: '"1"', 'last-modified': new Date(0).toUTCString() }
  response.writeHead(start === undefined ? 200 : 206, fields)
  response.end(method === 'HEAD' ? undefined : part)
}

const server = createServer((request, response) => void answer(request, response))
const folder = mkdtempSync(join(tmpdir(), 'easel-bucket-'))
let files: Files

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  files = openFiles(`s3://KEY:SE%2FCRET@127.0.0.1:${port}/pictures?region=eu-central-1&secure=0`)
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a bucket stores bytes with their type, returns them whole and by range, reports their size, and deletes them', async () => {
  await files.put('originals/ab/one.txt', Buffer.from('0123456789'), 'text/plain')
  expect(stored.get('/pictures/originals/ab/one.txt')?.type).toBe('text/plain')
  expect((await files.bytes('originals/ab/one.txt')).toString()).toBe('0123456789')
  expect(await text(await files.stream('originals/ab/one.txt', { start: 2, end: 4 }))).toBe('234')
  expect(await files.size('originals/ab/one.txt')).toBe(10)
  await files.delete('originals/ab/one.txt')
  expect(await files.size('originals/ab/one.txt')).toBeUndefined()
  await expect(files.stream('originals/ab/one.txt')).rejects.toThrow()
})

test('a local file is uploaded as a stream', async () => {
  const path = join(folder, 'upload.bin')
  writeFileSync(path, Buffer.alloc(300_000, 7))
  await files.putFile('originals/cd/two.bin', path, 'application/octet-stream')
  expect(stored.get('/pictures/originals/cd/two.bin')?.bytes.equals(Buffer.alloc(300_000, 7))).toBe(true)
})

test('requests are signed with the key and region of the address', () => {
  expect(seen.every((authorization) => /^AWS4-HMAC-SHA256 Credential=KEY\/\d+\/eu-central-1\/s3\//.test(authorization))).toBe(true)
})

test('a bucket lists what the shop stored, page by page, in the order of the keys', async () => {
  stored.clear()
  for (const key of ['b/2', 'a-1', 'a/1', 'b/1', 'c']) await files.put(key, Buffer.from(key), 'text/plain')
  stored.set('/pictures/not ours.txt', { bytes: Buffer.from('x'), type: 'text/plain' })
  const found = await Array.fromAsync(files.list())
  expect(found.map(({ key, size }) => [key, size])).toEqual([
    ['a-1', 3],
    ['a/1', 3],
    ['b/1', 3],
    ['b/2', 3],
    ['c', 1]
  ])
})
