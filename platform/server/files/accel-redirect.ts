import type { PresignedPath } from './presigned-path.ts'

/** Returns the X-Accel-Redirect header with which nginx sends a stored file instead of this process. */
export type AccelRedirect = (key: string, content_type: string) => Promise<string>

/** nginx follows the header at once. The rest is for clocks that differ. */
const VALID_SECONDS = 120

/**
 * `location` is an `internal` location of the nginx in front of this process, such as `/stored-files/`. Below it are the keys of a folder,
 * or `BUCKET/KEY?…` with a signature, which nginx passes to the S3 server. Access checks, file names, and the audit log stay here.
 */
export function accelRedirect(location: string, files_url: string, now = () => new Date()): AccelRedirect {
  if (!files_url.startsWith('s3://')) return async (key) => `${location}${key}`
  let opened: Promise<PresignedPath> | undefined
  return async (key, content_type) => {
    // Loads S3's client; see file-store.ts.
    opened ??= import('./presigned-path.ts').then(({ openPresigner }) => openPresigner(new URL(files_url)))
    const path = await (await opened)(key, { content_type, now: now(), seconds: VALID_SECONDS })
    return location + path.slice(1)
  }
}
