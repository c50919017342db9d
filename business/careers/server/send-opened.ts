import type { FastifyReply } from 'fastify'
import type { OpenedFile } from './service.ts'

/** Pictures show; a PDF or a Word file asked for by its address alone is saved, never run as a page of ours. */
function disposition({ filename, content_type }: OpenedFile): string {
  const how = content_type.startsWith('image/') ? 'inline' : 'attachment'
  const ascii = filename.replace(/[^ -~]|["\\%]/gu, '_')
  const encoded = encodeURIComponent(filename).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${how}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** Kept by nobody on the way (`no-store` stands on every answer of the API), and without any right of this site. */
export function sendOpened(reply: FastifyReply, file: OpenedFile): Buffer {
  reply.headers({
    'content-type': file.content_type,
    'content-disposition': disposition(file),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff'
  })
  return file.bytes
}
