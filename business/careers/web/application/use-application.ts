import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type Filled, fileTooLarge, mayApply } from '../../rules.ts'
import { type Refused, sendApplication } from './send-application.ts'

export type Sending = { state: 'idle' } | { state: 'sending'; done: number } | ({ state: 'refused' } & Refused)

/** The form's values: typed texts and chosen files. */
export function filledIn(form: HTMLFormElement): Filled {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '')
  const isChosen = (name: string) => {
    const file = data.get(name)
    return file instanceof File && file.size > 0
  }
  return {
    ...{ first_name: text('first_name'), last_name: text('last_name'), phone: text('phone'), email: text('email') },
    ...{ years_experience: text('years_experience'), portfolio_url: text('portfolio_url') },
    ...{ resume: isChosen('resume'), gov_id: isChosen('gov_id') },
    ...{ legal_notice_ack: data.has('legal_notice_ack'), ip_ack: data.has('ip_ack') }
  }
}

/** Manages the form's state, validation, and submission. Before hydration it is a plain form with an enabled button. */
export function useApplication(form: RefObject<HTMLFormElement | null>, refused: Refused | undefined, onDone: () => void) {
  const [sending, setSending] = useState<Sending>(refused ? { state: 'refused', ...refused } : { state: 'idle' })
  const [isReady, setReady] = useState(true)
  const [idRound, setIdRound] = useState(0)
  const [idError, setIdError] = useState<string>()
  const key = useRef<string>(undefined)
  const stop = useRef<AbortController>(undefined)
  const look = () => {
    // A changed form is a new application, even if the answer to the previous one was lost.
    key.current = undefined
    setReady(form.current !== null && mayApply(filledIn(form.current)))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: clearing a file changes the form without an event
  useEffect(look, [idRound])
  useEffect(() => () => stop.current?.abort(), [])

  const chooseId = (file: File | undefined) => {
    const wrong = file && fileTooLarge('gov_id', file.size)
    setIdError(wrong)
    if (wrong) setIdRound((round) => round + 1)
  }
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.state === 'sending' || !mayApply(filledIn(event.currentTarget))) return
    const body = new FormData(event.currentTarget)
    key.current ??= globalThis.crypto.randomUUID?.() ?? ''
    body.set('client_key', key.current)
    stop.current = new AbortController()
    setSending({ state: 'sending', done: 0 })
    const onProgress = (done: number) => setSending({ state: 'sending', done })
    const answer = await sendApplication(body, { onProgress, signal: stop.current.signal })
    if (!answer) return onDone()
    setSending({ state: 'refused', ...answer })
  }
  const fields = sending.state === 'refused' ? (sending.fields ?? {}) : {}
  const errors: Readonly<Record<string, string>> = idError ? { ...fields, gov_id: idError } : fields
  return { sending, isReady, idRound, errors, look, chooseId, send, stop: () => stop.current?.abort() }
}
