import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { DirectAnswer, Files, Listener } from '#platform/server/index.ts'

export const PREVIEW_ROUTE = '/previews/:file_id/:version/:name'
/** The channel that the triggers of migrations 0260 and 0261 notify, with the asset's id. */
const CHANNEL = 'preview_changes'
const PATHS_MAX = 20_000
/** The database is asked again after this time, so that even a notification that never arrives does not matter for long. */
const TRUSTED_MS = 60_000
/** Bytes, apart from its body, that a preview takes in memory. */
const ENTRY_BYTES = 600

export type KnownPreview = {
  asset_id: string
  file_id: string
  etag: string
  headers: readonly string[]
  /** In the file store. */
  key: string
  /** Whether an AVIF of the picture could be drawn. */
  could_be_avif: boolean
}

export type KnownPreviews = {
  /** A number that changes with what the database reports. Undefined while a change could be missed. */
  version(): number | undefined
  /** Remembers that a preview is public, unless something has changed since `version`, when the database was asked. */
  add(path: string, preview: KnownPreview, body: Buffer, version: number | undefined): void
  find(path: string, request: IncomingMessage): DirectAnswer | Promise<DirectAnswer> | undefined
  close(): void
}

type Sources = { listener: Listener; files: Files; max_bytes: number; onSent(preview: KnownPreview, request: IncomingMessage): void }

/**
 * Remembers which previews are public, and the bytes of those that are asked for most. The database says when an asset is withheld or
 * deleted, or one of its files is no longer published. While its connection is lost, nothing is answered from here.
 */
export function knownPreviews({ listener, files, max_bytes, onSent }: Sources): KnownPreviews {
  const known = new LRUCache<string, KnownPreview>({
    max: PATHS_MAX,
    ttl: TRUSTED_MS,
    dispose: (preview, path) => forgotten(path, preview)
  })
  const pathsOf = new Map<string, Set<string>>()
  const bodies = new LRUCache<string, Buffer>({
    maxSize: Math.max(1, max_bytes),
    maxEntrySize: Math.max(1, Math.floor(max_bytes / 16)),
    sizeCalculation: ({ length }) => length + ENTRY_BYTES
  })
  let changes = 0
  let isListening = false

  function forgotten(path: string, { asset_id }: KnownPreview): void {
    const paths = pathsOf.get(asset_id)
    paths?.delete(path)
    if (paths?.size === 0) pathsOf.delete(asset_id)
  }
  function forgetAll(): void {
    changes += 1
    known.clear()
  }

  const stop = listener.listen(CHANNEL, {
    notified: (asset_id) => {
      changes += 1
      for (const path of [...(pathsOf.get(asset_id) ?? [])]) known.delete(path)
    },
    resumed: () => {
      forgetAll()
      isListening = true
    },
    lost: () => {
      isListening = false
      forgetAll()
    }
  })
  const version = () => (isListening ? changes : undefined)

  return {
    version,
    add: (path, preview, body, asked) => {
      if (asked === undefined || asked !== version()) return
      known.set(path, preview)
      pathsOf.set(preview.asset_id, (pathsOf.get(preview.asset_id) ?? new Set()).add(path))
      bodies.set(path, body)
    },
    find: (path, request) => {
      const preview = isListening ? known.get(path) : undefined
      if (!preview) return undefined
      const { etag, headers, key } = preview
      onSent(preview, request)
      const body = bodies.get(path)
      if (body) return { route: PREVIEW_ROUTE, etag, headers, body }
      return files.bytes(key).then((read) => {
        bodies.set(path, read)
        return { route: PREVIEW_ROUTE, etag, headers, body: read }
      })
    },
    close: stop
  }
}
