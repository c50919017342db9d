import { readToken } from '#platform/web/browser.ts'
import type { Attachment } from '../contract.ts'

export const UPLOAD_FAILED = 'The upload failed.'

type Uploading = { file: File; onProgress: (done: number) => void; signal: AbortSignal }

/** XMLHttpRequest, because fetch does not tell how much of a body has been sent. Rejects with the words to show. */
export function uploadAttachment(request_id: string, { file, onProgress, signal }: Uploading): Promise<Attachment> {
  const form = new FormData()
  form.set('file', file)
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    call.open('POST', `/api/custom-requests/${encodeURIComponent(request_id)}/attachments`)
    const token = readToken()
    if (token) call.setRequestHeader('authorization', `Bearer ${token}`)
    call.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total)
    call.onload = () =>
      call.status < 400 ? resolve(JSON.parse(call.responseText) as Attachment) : reject(new Error(errorOf(call.responseText)))
    call.onerror = () => reject(new Error(UPLOAD_FAILED))
    call.onabort = () => reject(new Error('The upload was stopped.'))
    signal.addEventListener('abort', () => call.abort())
    call.send(form)
  })
}

function errorOf(text: string): string {
  try {
    const { error, fields } = JSON.parse(text) as { error?: unknown; fields?: Record<string, string> }
    return fields?.['file'] ?? (typeof error === 'string' ? error : UPLOAD_FAILED)
  } catch {
    return UPLOAD_FAILED
  }
}
