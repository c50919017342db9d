import { S3RequestPresigner } from '@aws-sdk/s3-request-presigner'
import { clientFor, endpointOf } from './file-bucket.ts'

type Signed = { content_type: string; now: Date; seconds: number }

/** Returns path and query of an object's GET address that is valid for a while. Range may be added. */
export type PresignedPath = (key: string, signed: Signed) => Promise<string>

/** Signs without the client's chain of middleware, which would take ten times as long. Signing is a hash: it asks no server. */
export function openPresigner(address: URL): PresignedPath {
  const presigner = new S3RequestPresigner({ ...clientFor(address).config })
  const { protocol, host, hostname, port } = endpointOf(address)
  return async (key, { content_type, now, seconds }) => {
    const request = {
      method: 'GET',
      protocol,
      hostname,
      ...(port && { port: Number(port) }),
      path: `${address.pathname}/${key}`,
      query: { 'response-content-type': content_type },
      headers: { host }
    }
    const { path, query = {} } = await presigner.presign(request, { expiresIn: seconds, signingDate: now })
    return `${path}?${Object.entries(query).map(asPair).join('&')}`
  }
}

const asPair = ([name, value]: [string, unknown]): string => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`
