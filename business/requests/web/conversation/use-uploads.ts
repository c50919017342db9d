import { useEffect, useRef, useState } from 'react'
import { route } from '#platform/web/api.ts'
import { browserApi } from '#platform/web/browser.ts'
import type { Attachment, removeAttachment } from '../../conversation.contract.ts'
import { ATTACHMENT_MAX_MB, ATTACHMENTS_MAX } from '../../rules.ts'
import { mayRetry, UPLOAD_FAILED, uploadAttachment } from './upload-attachment.ts'

const REMOVE = route<typeof removeAttachment>({ method: 'DELETE', path: '/custom-requests/:id/attachments/:attachment_id' })

export type Upload = {
  key: string
  file: File
  /** From 0 to 1. */
  done: number
  /** A local URL to preview an image before it is sent. */
  preview?: string
  attachment?: Attachment
  error?: string | undefined
  /** Whether the same file may be accepted later. */
  mayRetry?: boolean
}

/** The files of the draft message. Each is uploaded immediately and sent with the message. */
export function useUploads(request_id: string) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const [note, setNote] = useState<string>()
  const stops = useRef(new Map<string, AbortController>())
  const change = (key: string, changes: Partial<Upload>) =>
    setUploads((before) => before.map((one) => (one.key === key ? { ...one, ...changes } : one)))

  const begin = async ({ key, file }: Upload): Promise<void> => {
    const stop = new AbortController()
    stops.current.set(key, stop)
    try {
      const onProgress = (done: number) => change(key, { done })
      change(key, { attachment: await uploadAttachment(request_id, { file, onProgress, signal: stop.signal }) })
    } catch (error) {
      if (!stop.signal.aborted) change(key, { error: error instanceof Error ? error.message : UPLOAD_FAILED, mayRetry: mayRetry(error) })
    }
  }
  const add = (files: readonly File[]) => {
    const room = ATTACHMENTS_MAX - uploads.length
    setNote(files.length > room ? `At most ${ATTACHMENTS_MAX} files.` : undefined)
    const started = files
      .slice(0, Math.max(0, room))
      .map((file): Upload => ({ key: crypto.randomUUID(), file, done: 0, ...pictureOf(file) }))
    setUploads((before) => [...before, ...started])
    for (const upload of started) if (!upload.error) void begin(upload)
  }
  /** Sends a file again that was not stored, for example because there was no room. */
  const retry = (upload: Upload) => {
    change(upload.key, { error: undefined, done: 0 })
    void begin(upload)
  }
  const remove = ({ key, attachment, preview }: Upload) => {
    stops.current.get(key)?.abort()
    if (preview) URL.revokeObjectURL(preview)
    setNote(undefined)
    setUploads((before) => before.filter((one) => one.key !== key))
    // The server deletes files that were never sent.
    if (attachment) browserApi()(REMOVE, { params: { id: request_id, attachment_id: attachment.id } }).catch(() => {})
  }
  const clear = () => {
    for (const { preview } of uploads) if (preview) URL.revokeObjectURL(preview)
    setUploads([])
    setNote(undefined)
  }
  useEffect(() => {
    const running = stops.current
    return () => {
      for (const stop of running.values()) stop.abort()
    }
  }, [])
  return { uploads, note, add, retry, remove, clear, isBusy: uploads.some(({ attachment, error }) => !attachment && !error) }
}

function pictureOf(file: File): Pick<Upload, 'preview' | 'error'> {
  if (file.size > ATTACHMENT_MAX_MB * 1024 * 1024) return { error: `The file is larger than ${ATTACHMENT_MAX_MB} MB.` }
  return file.type.startsWith('image/') && file.type !== 'image/svg+xml' ? { preview: URL.createObjectURL(file) } : {}
}
