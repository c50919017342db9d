import { existsSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { openFiles } from '#platform/server/files/file-store.ts'
import type { Files } from '#platform/server/index.ts'
import { S3_KEY, type S3Server } from '#tests/support/servers/s3-server.ts'

/** Where the product stores its files, and the run's own way to them. */
export type FilePlace = {
  /** The value of FILES_URL. */
  url: string
  files: Files
  /** Lists the keys, without what a process killed since then had not written to the end. */
  list(since: number): Promise<string[]>
  s3: S3Server | undefined
}

let buckets = 0

/** Opens a folder, or a new bucket if there is an S3 server. */
export async function openFilePlace(folder: string, s3: S3Server | undefined): Promise<FilePlace> {
  if (!s3) return { url: folder, files: openFiles(folder), list: (since) => listFolder(folder, since), s3 }
  buckets += 1
  const bucket = `chaos-${buckets}`
  const client = new S3Client({ endpoint: s3.endpoint, region: 'us-east-1', credentials: S3_KEY, forcePathStyle: true })
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
  const url = s3.address(bucket)
  const files = openFiles(url)
  return { url, files, list: async () => (await Array.fromAsync(files.list())).map(({ key }) => key), s3 }
}

async function listFolder(folder: string, since: number): Promise<string[]> {
  if (!existsSync(folder)) return []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return paths.filter((path) => !isRecent(path, since)).map((path) => relative(folder, path).split(sep).join('/'))
}

const isRecent = (path: string, since: number): boolean => /[\\/]incoming[\\/]/.test(path) && statSync(path).mtimeMs >= since
