import { followRefusal, readToken } from '#platform/web/browser.ts'
import type { OwnedFile } from '../contract.ts'
import { MESSAGES } from '../rules.ts'

export class UploadRefused extends Error {
  /** 0 if no response arrived. */
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** What the browser can tell about a file before it is uploaded. */
export type FileHints = { format: string; resolution: string; size_in_kb: string }
export type SentFile = FileHints & { asset_id: string; file: File }

export const sendFile = ({ file, ...fields }: SentFile, onProgress: (done: number) => void, signal: AbortSignal): Promise<OwnedFile> =>
  sendForm('/uploads/upload-file', fields, { file, onProgress, signal })

type Sending = { file: File; onProgress: (done: number) => void; signal: AbortSignal }

/** Posts a form with a file. Uses XMLHttpRequest because fetch does not report upload progress. */
export function sendForm(path: string, fields: Record<string, string>, { file, onProgress, signal }: Sending): Promise<OwnedFile> {
  const form = new FormData()
  // Fields go first, so that a streaming server knows what the file is for.
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', file)
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    call.open('POST', `/api${path}`)
    const token = readToken()
    if (token) call.setRequestHeader('authorization', `Bearer ${token}`)
    call.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total)
    call.onload = () => {
      void followRefusal({ method: 'POST', status: call.status, text: call.responseText })
      if (call.status < 400) resolve(JSON.parse(call.responseText))
      else reject(new UploadRefused(call.status, errorOf(call.responseText)))
    }
    call.onerror = () => reject(new UploadRefused(0, MESSAGES.upload_failed))
    call.onabort = () => reject(new UploadRefused(0, 'The upload was canceled.'))
    signal.addEventListener('abort', () => call.abort())
    call.send(form)
  })
}

function errorOf(text: string): string {
  try {
    const { error, fields }: { error?: string; fields?: Record<string, string> } = JSON.parse(text)
    const [field] = Object.values(fields ?? {})
    return field ?? error ?? MESSAGES.upload_failed
  } catch {
    return MESSAGES.upload_failed
  }
}

/** Returns the format (by extension), resolution, and size of a file. The server measures the file itself. */
export async function hintsOf(file: File): Promise<FileHints> {
  const extension = file.name.split('.').pop()?.toLowerCase() ?? ''
  const size_in_kb = String(Math.max(1, Math.round(file.size / 1024)))
  const format = extension === 'jpeg' ? 'jpg' : extension
  const size = await createImageBitmap(file).catch(() => undefined)
  const resolution = size ? `${size.width}x${size.height}` : ''
  size?.close()
  return { format, resolution, size_in_kb }
}
