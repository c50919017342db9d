import { type Bucket, presignedPath } from './presigned-path.ts'

/** Returns the X-Accel-Redirect header with which nginx sends a stored file instead of this process. */
export type AccelRedirect = (key: string, content_type: string) => string

/** nginx follows the header at once. The rest is for clocks that differ. */
const VALID_SECONDS = 120

/**
 * `location` is an `internal` location of the nginx in front of this process, such as `/stored-files/`. Below it are the keys of a folder,
 * or `BUCKET/KEY?…` with a signature, which nginx passes to the S3 server. Access checks, file names, and the audit log stay here.
 */
export function accelRedirect(location: string, files_url: string, now = () => new Date()): AccelRedirect {
  if (!files_url.startsWith('s3://')) return (key) => `${location}${key}`
  const bucket = bucketOf(new URL(files_url))
  return (key, content_type) =>
    location + presignedPath(bucket, key, { now: now(), seconds: VALID_SECONDS, query: { 'response-content-type': content_type } }).slice(1)
}

const bucketOf = ({ host, pathname, username, password, searchParams }: URL): Bucket => ({
  host,
  path: pathname,
  region: searchParams.get('region') ?? 'us-east-1',
  key_id: decodeURIComponent(username),
  secret: decodeURIComponent(password)
})
