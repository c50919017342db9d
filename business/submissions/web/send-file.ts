import { readToken } from '#platform/web/browser.ts'
import { WORDS } from '../rules.ts'

export type SentFile = { asset_id: string; file: File; format: string; resolution: string; size_in_kb: string }

export class UploadRefused extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** XMLHttpRequest, because fetch does not tell how much of a body has been sent. */
export function sendFile(sent: SentFile, onProgress: (done: number) => void, signal: AbortSignal): Promise<void> {
  const form = new FormData()
  // The fields first: a server that reads a stream then knows what the file is for.
  for (const name of ['asset_id', 'format', 'resolution', 'size_in_kb'] as const) form.set(name, sent[name])
  form.set('file', sent.file)
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    call.open('POST', '/api/uploads/upload-file')
    const token = readToken()
    if (token) call.setRequestHeader('authorization', `Bearer ${token}`)
    call.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total)
    call.onload = () => (call.status < 400 ? resolve() : reject(new UploadRefused(call.status, errorOf(call.responseText))))
    call.onerror = () => reject(new UploadRefused(0, WORDS.upload_failed))
    call.onabort = () => reject(new UploadRefused(0, 'The upload was stopped.'))
    signal.addEventListener('abort', () => call.abort())
    call.send(form)
  })
}

function errorOf(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: unknown }
    return typeof error === 'string' ? error : WORDS.upload_failed
  } catch {
    return WORDS.upload_failed
  }
}

/** What the browser knows of a file before it is sent; the server measures for itself. */
export async function hintsOf(file: File): Promise<{ format: string; resolution: string; size_in_kb: string }> {
  const extension = file.name.split('.').pop()?.toLowerCase() ?? ''
  const size_in_kb = String(Math.max(1, Math.round(file.size / 1024)))
  const format = extension === 'jpeg' ? 'jpg' : extension
  const size = await createImageBitmap(file).catch(() => undefined)
  const resolution = size ? `${size.width}x${size.height}` : ''
  size?.close()
  return { format, resolution, size_in_kb }
}
