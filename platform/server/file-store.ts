import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { S3Driver } from 'flydrive/drivers/s3'
import type { ByteRange, Files } from './files.ts'

/** `files_url` is a folder's path, a file: address, or s3://KEY:SECRET@host:port/bucket?region=us-east-1&secure=1 (https unless secure=0). */
export function openFiles(files_url: string): Files {
  if (files_url.startsWith('s3://')) return bucket(new URL(files_url))
  return folder(files_url.startsWith('file:') ? fileURLToPath(files_url) : resolve(files_url))
}

/** Files appear whole or not at all: written beside their place, then renamed. */
function folder(root: string): Files {
  const disk = new Disk(new FSDriver({ location: root, visibility: 'private' }))
  const incoming = () => `incoming/${randomUUID()}`
  return {
    ...common(disk),
    put: async (key, bytes) => {
      const whole = incoming()
      await disk.put(whole, bytes)
      await disk.move(whole, key)
    },
    putFile: async (key, path) => {
      const whole = incoming()
      await disk.copyFromFs(path, whole)
      await disk.move(whole, key)
    },
    stream: async (key, range) => {
      const path = join(root, safe(key))
      // A missing file is an error here, not later in the middle of an answer.
      await stat(path)
      return createReadStream(path, range)
    }
  }
}

function bucket(address: URL): Files {
  const name = address.pathname.slice(1)
  const client = new S3Client({
    endpoint: `${address.searchParams.get('secure') === '0' ? 'http' : 'https'}://${address.host}`,
    region: address.searchParams.get('region') ?? 'us-east-1',
    credentials: { accessKeyId: decodeURIComponent(address.username), secretAccessKey: decodeURIComponent(address.password) },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED'
  })
  const disk = new Disk(new S3Driver({ client, bucket: name, visibility: 'private', supportsACL: false }))
  return {
    ...common(disk),
    put: (key, bytes, contentType) => disk.put(key, bytes, { contentType }),
    putFile: async (key, path, contentType) => {
      const { size } = await stat(path)
      await disk.putStream(key, createReadStream(path), { contentType, contentLength: size })
    },
    stream: async (key, range) => {
      const { Body } = await client.send(
        new GetObjectCommand({ Bucket: name, Key: safe(key), ...(range && { Range: rangeHeader(range) }) })
      )
      if (Body instanceof Readable) return Body
      throw new Error(`The bucket sent no stream for ${key}`)
    }
  }
}

const rangeHeader = ({ start, end }: ByteRange): string => `bytes=${start}-${end}`

const common = (disk: Disk) => ({
  bytes: async (key: string) => Buffer.from(await disk.getBytes(key)),
  size: async (key: string) => ((await disk.exists(key)) ? (await disk.getMetaData(key)).contentLength : undefined),
  delete: (key: string) => disk.delete(key)
})

const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/

/** Keys are ours; one that would leave the store is a bug. */
function safe(key: string): string {
  if (!KEY.test(key)) throw new Error(`Not a key of the file store: ${key}`)
  return key
}
