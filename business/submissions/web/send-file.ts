import { readToken } from '#platform/web/browser.ts'
import type { OwnedFile } from '../contract.ts'
import { WORDS } from '../rules.ts'

export class UploadRefused extends Error {
  /** 0 when no answer came. */
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export type SentFile = { asset_id: string; file: File; format: string; resolution: string; size_in_kb: string }

export const sendFile = ({ file, ...fields }: SentFile, onProgress: (done: number) => void, signal: AbortSignal): Promise<OwnedFile> =>
  sendForm('/uploads/upload-file', fields, { file, onProgress, signal })

type Sending = { file: File; onProgress: (done: number) => void; signal: AbortSignal }

/** XMLHttpRequest, because fetch does not tell how much of a body has been sent. */
export function sendForm(path: string, fields: Record<string, string>, { file, onProgress, signal }: Sending): Promise<OwnedFile> {
  const form = new FormData()
  // The fields first: a server that reads a stream then knows what the file is for.
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', file)
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    call.open('POST', `/api${path}`)
    const token = readToken()
    if (token) call.setRequestHeader('authorization', `Bearer ${token}`)
    call.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total)
    call.onload = () =>
      call.status < 400
        ? resolve(JSON.parse(call.responseText) as OwnedFile)
        : reject(new UploadRefused(call.status, errorOf(call.responseText)))
    call.onerror = () => reject(new UploadRefused(0, WORDS.upload_failed))
    call.onabort = () => reject(new UploadRefused(0, 'The upload was stopped.'))
    signal.addEventListener('abort', () => call.abort())
    call.send(form)
  })
}

function errorOf(text: string): string {
  try {
    const { error, fields } = JSON.parse(text) as { error?: unknown; fields?: Record<string, string> }
    const [field] = Object.values(fields ?? {})
    return field ?? (typeof error === 'string' ? error : WORDS.upload_failed)
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
