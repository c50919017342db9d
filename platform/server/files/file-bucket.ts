import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NotFound,
  PutObjectCommand,
  S3Client,
  UploadPartCommand
} from '@aws-sdk/client-s3'
import { currentLog } from '../log/log.ts'
import type { ByteRange, Files, StoredFile } from './files.ts'

/** Larger files are uploaded in parts of this size. A single PUT to S3 is limited to 5 GB. */
const PART_BYTES = 64 * 1024 * 1024
const HEALTH_TIMEOUT_MS = 3000

/** Opens a bucket. S3 shows an object only when it is complete, so files appear whole or not at all. */
export function openBucket(address: URL): Files {
  const Bucket = address.pathname.slice(1)
  const client = clientFor(address)
  return {
    put: async (key, bytes, ContentType) => {
      await client.send(new PutObjectCommand({ Bucket, Key: key, Body: bytes, ContentType }))
    },
    putFile: async (key, path, ContentType) => {
      const { size } = await stat(path)
      const object = { Bucket, Key: key, ContentType }
      if (size > PART_BYTES) return putInParts(client, object, { path, size })
      await client.send(new PutObjectCommand({ ...object, Body: createReadStream(path), ContentLength: size }))
    },
    bytes: async (key) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key }))
      return Buffer.from((await Body?.transformToByteArray()) ?? [])
    },
    stream: async (key, range) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key, ...(range && { Range: rangeHeader(range) }) }))
      if (Body instanceof Readable) return Body
      throw new Error(`The bucket sent no stream for ${key}`)
    },
    size: async (key) => {
      try {
        return (await client.send(new HeadObjectCommand({ Bucket, Key: key }))).ContentLength
      } catch (error) {
        if (error instanceof NotFound) return undefined
        throw error
      }
    },
    delete: async (key) => void (await client.send(new DeleteObjectCommand({ Bucket, Key: key }))),
    list: () => objectsIn(client, Bucket),
    isReachable: async () => {
      try {
        await client.send(new HeadObjectCommand({ Bucket, Key: 'health' }), { abortSignal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) })
        return true
      } catch (error) {
        if (error instanceof NotFound) return true
        currentLog().warn({ err: error }, 'the file store does not answer')
        return false
      }
    }
  }
}

/** S3 lists objects in the order of their keys' bytes, 1000 at a time. */
async function* objectsIn(client: S3Client, Bucket: string): AsyncIterable<StoredFile> {
  let next: string | undefined
  do {
    const page = await client.send(new ListObjectsV2Command({ Bucket, ...(next && { ContinuationToken: next }) }))
    for (const { Key, Size = 0, ETag, LastModified } of page.Contents ?? [])
      if (Key) yield { key: Key, size: Size, version: `${ETag} ${LastModified?.getTime()}` }
    next = page.NextContinuationToken
  } while (next)
}

/** `secure=0` is for a server on the same machine. */
export const endpointOf = ({ searchParams, host }: URL): URL =>
  new URL(`${searchParams.get('secure') === '0' ? 'http' : 'https'}://${host}`)

export const clientFor = (address: URL): S3Client =>
  new S3Client({
    endpoint: endpointOf(address).origin,
    region: address.searchParams.get('region') ?? 'us-east-1',
    credentials: { accessKeyId: decodeURIComponent(address.username), secretAccessKey: decodeURIComponent(address.password) },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED'
  })

const rangeHeader = ({ start, end }: ByteRange): string => `bytes=${start}-${end}`

type Place = { Bucket: string; Key: string; ContentType: string }

/** Aborts an upload that failed; otherwise the bucket would store and bill its parts. */
async function putInParts(client: S3Client, { ContentType, ...place }: Place, file: { path: string; size: number }): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...place, ContentType }))
  const upload = { ...place, UploadId }
  try {
    const Parts = await sendParts(client, upload, file)
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))
  } catch (error) {
    await client
      .send(new AbortMultipartUploadCommand(upload))
      .catch((err: unknown) => currentLog().warn({ err }, 'an upload in parts could not be aborted; its parts stay in the bucket'))
    throw error
  }
}

async function sendParts(
  client: S3Client,
  upload: { Bucket: string; Key: string; UploadId: string | undefined },
  { path, size }: { path: string; size: number }
) {
  const parts: CompletedPart[] = []
  for (let start = 0; start < size; start += PART_BYTES) {
    const end = Math.min(size, start + PART_BYTES) - 1
    const part = { PartNumber: parts.length + 1, ContentLength: end - start + 1, Body: createReadStream(path, { start, end }) }
    const { ETag } = await client.send(new UploadPartCommand({ ...upload, ...part }))
    parts.push({ PartNumber: part.PartNumber, ETag })
  }
  return parts
}
