import { createHash, createHmac } from 'node:crypto'

/** `path` is `/BUCKET`, or empty when the host names the bucket. `host` has the port unless it is the usual one. */
export type Bucket = { host: string; path: string; region: string; key_id: string; secret: string }
type Options = { now: Date; seconds: number; query?: Readonly<Record<string, string>> }

/** Returns path and query of an object's GET address that is valid for a while: Signature Version 4 in the query. Range may be added. */
export function presignedPath({ host, path, region, key_id, secret }: Bucket, key: string, { now, seconds, query = {} }: Options): string {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = time.slice(0, 8)
  const scope = `${day}/${region}/s3/aws4_request`
  const signed = inOrder({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${key_id}/${scope}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(seconds),
    'X-Amz-SignedHeaders': 'host',
    ...query
  })
  const uri = `${path}/${key}`.split('/').map(encoded).join('/')
  const request = ['GET', uri, signed, `host:${host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join('\n')
  const text = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(request).digest('hex')].join('\n')
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>((from, part) => hmac(from, part), `AWS4${secret}`)
  return `${uri}?${signed}&X-Amz-Signature=${hmac(signingKey, text).toString('hex')}`
}

const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const inOrder = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')

/** Everything but letters, digits, and -._~ */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
