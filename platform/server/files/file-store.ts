import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openFolder } from './file-folder.ts'
import type { Files, StoredFile } from './files.ts'

/** Opens the file store. `files_url` is a folder, a file: address, or s3://KEY:SECRET@host:port/bucket?region=us-east-1 (https unless secure=0). */
export function openFiles(files_url: string): Files {
  if (files_url.startsWith('s3://')) return guarded(lazyBucket(new URL(files_url)))
  return guarded(openFolder(files_url.startsWith('file:') ? fileURLToPath(files_url) : resolve(files_url)))
}

/** S3's client takes 35 MB, which a shop with a folder does without. */
function lazyBucket(address: URL): Files {
  let opened: Promise<Files> | undefined
  const bucket = () => {
    opened ??= import('./file-bucket.ts').then(({ openBucket }) => openBucket(address))
    return opened
  }
  return {
    put: async (...given) => (await bucket()).put(...given),
    putFile: async (...given) => (await bucket()).putFile(...given),
    bytes: async (...given) => (await bucket()).bytes(...given),
    stream: async (...given) => (await bucket()).stream(...given),
    size: async (...given) => (await bucket()).size(...given),
    delete: async (...given) => (await bucket()).delete(...given),
    list: async function* () {
      yield* (await bucket()).list()
    },
    isReachable: async () => (await bucket()).isReachable()
  }
}

const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/

/** Throws for a key that could leave the store: keys are generated, so that is a bug. */
function requireKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`Not a valid key of the file store: ${key}`)
  return key
}

const guarded = (files: Files): Files => ({
  put: async (key, bytes, content_type) => files.put(requireKey(key), bytes, content_type),
  putFile: async (key, path, content_type) => files.putFile(requireKey(key), path, content_type),
  bytes: async (key) => files.bytes(requireKey(key)),
  stream: async (key, range) => files.stream(requireKey(key), range),
  size: async (key) => files.size(requireKey(key)),
  delete: async (key) => files.delete(requireKey(key)),
  list: () => ownFiles(files.list()),
  isReachable: () => files.isReachable()
})

/** Leaves out what Easel did not store, such as another program's object in the bucket. */
async function* ownFiles(files: AsyncIterable<StoredFile>): AsyncIterable<StoredFile> {
  for await (const file of files) if (KEY.test(file.key)) yield file
}
