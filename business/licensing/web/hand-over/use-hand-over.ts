import { type FormEvent, useRef, useState } from 'react'
import { reportError } from '#platform/web/report.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { createFileCounter } from './count-files.ts'

/** Certificates, and the list and the terms. */
const filesOf = (licenses: number): number => licenses * 2 + 2

type Progress = { label: string; done: number }

/** Downloads a hand-over and counts the files that have arrived. */
export function useHandOver(licenses: number) {
  const [progress, setProgress] = useState<Progress>()
  const [error, setError] = useState<string>()
  const running = useRef<AbortController>(undefined)
  const total = filesOf(licenses)
  const show = (files: number) => setProgress({ label: `${Math.min(files, total)} of ${total} files`, done: Math.min(1, files / total) })

  const start = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (running.current) return
    const form = event.currentTarget
    const abort = new AbortController()
    running.current = abort
    setError(undefined)
    show(0)
    download(`${form.action}?${sentBy(form)}`, abort.signal, show)
      .catch((cause: unknown) => {
        if (!abort.signal.aborted) setError(textOf(cause))
      })
      .finally(() => {
        running.current = undefined
        setProgress(undefined)
      })
  }
  return { start, cancel: () => running.current?.abort(), progress, error }
}

const sentBy = (form: HTMLFormElement): URLSearchParams =>
  new URLSearchParams(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' && value.trim() ? [[name, value.trim()]] : []))
  )

class Refused extends Error {}

function textOf(cause: unknown): string {
  if (cause instanceof Refused) return cause.message
  reportError(cause)
  return 'The download stopped. Please try again.'
}

async function download(address: string, signal: AbortSignal, show: (files: number) => void): Promise<void> {
  const answer = await fetch(address, { signal })
  if (!answer.ok || !answer.body) throw new Refused(await refusalIn(answer))
  const count = createFileCounter()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const reader = answer.body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value)
    show(count(part.value))
  }
  saveFile(nameIn(answer), new Blob(chunks, { type: 'application/zip' }))
}

async function refusalIn(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => undefined)
  const text = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  return typeof text === 'string' ? text : 'Something went wrong. Please try again.'
}

function nameIn(answer: Response): string {
  const header = answer.headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  return encoded ? decodeURIComponent(encoded) : (/filename="?([^";]+)"?/.exec(header)?.[1] ?? 'hand-over.zip')
}
