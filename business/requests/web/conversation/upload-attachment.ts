import { followRefusal, readToken } from '#platform/web/browser.ts'
import type { Attachment } from '../../conversation.contract.ts'

export const UPLOAD_FAILED = 'The upload failed.'

/** The upload reached the server and was answered with this status, or 0 if it was not answered. */
class UploadError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The same file may be accepted later: after a lost connection, a limit, or a full disk. */
export const mayRetry = (error: unknown): boolean =>
  error instanceof UploadError && (error.status === 0 || error.status === 429 || error.status >= 500)

type Uploading = { file: File; onProgress: (done: number) => void; signal: AbortSignal }

/** Uses XMLHttpRequest, because fetch does not report upload progress. Rejects with the message to show. */
export function uploadAttachment(request_id: string, { file, onProgress, signal }: Uploading): Promise<Attachment> {
  const form = new FormData()
  form.set('file', file)
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    call.open('POST', `/api/custom-requests/${encodeURIComponent(request_id)}/attachments`)
    const token = readToken()
    if (token) call.setRequestHeader('authorization', `Bearer ${token}`)
    call.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total)
    call.onload = () => {
      void followRefusal({ method: 'POST', status: call.status, text: call.responseText })
      if (call.status < 400) resolve(JSON.parse(call.responseText))
      else reject(new UploadError(call.status, errorOf(call.responseText)))
    }
    call.onerror = () => reject(new UploadError(0, UPLOAD_FAILED))
    call.onabort = () => reject(new Error('The upload was canceled.'))
    signal.addEventListener('abort', () => call.abort())
    call.send(form)
  })
}

function errorOf(text: string): string {
  try {
    const { error, fields }: { error?: unknown; fields?: Record<string, string> } = JSON.parse(text)
    return fields?.['file'] ?? (typeof error === 'string' ? error : UPLOAD_FAILED)
  } catch {
    return UPLOAD_FAILED
  }
}
