import { type FormEvent, type RefObject, useEffect } from 'react'

/* What is typed into a form stays in this tab over a reload, until it is sent. */

const nameOf = (key: string): string => `easel.draft.${key}`

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
const isTyped = (element: Element): element is Control =>
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement ||
  (element instanceof HTMLInputElement && !['hidden', 'file', 'submit'].includes(element.type))

function readDraft(key: string): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(nameOf(key)) ?? '{}') as Record<string, string>
  } catch {
    // Closed storage, or not ours.
    return {}
  }
}

export function forgetDraft(key: string): void {
  try {
    sessionStorage.removeItem(nameOf(key))
  } catch {
    // Storage is closed: nothing was kept.
  }
}

/** Fills a form with what was typed before a reload, and keeps what is typed now: give the answer to the form's onInput. */
export function useDraft(key: string, form: RefObject<HTMLFormElement | null>): (event: FormEvent<HTMLFormElement>) => void {
  useEffect(() => {
    const draft = readDraft(key)
    for (const element of form.current?.elements ?? [])
      if (isTyped(element) && draft[element.name] !== undefined) element.value = draft[element.name]!
  }, [key, form])
  return ({ currentTarget }) => {
    const typed = [...currentTarget.elements].filter(isTyped).map(({ name, value }) => [name, value])
    try {
      sessionStorage.setItem(nameOf(key), JSON.stringify(Object.fromEntries(typed)))
    } catch {
      // Full or closed: the draft lives as long as the page.
    }
  }
}
