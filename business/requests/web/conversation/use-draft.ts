import { type FormEvent, type RefObject, useEffect } from 'react'

/* Form input survives a reload of the tab until it is sent. */

const nameOf = (key: string): string => `easel.draft.${key}`

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
const isTyped = (element: Element): element is Control =>
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement ||
  (element instanceof HTMLInputElement && !['hidden', 'file', 'submit'].includes(element.type))

function readDraft(key: string): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(nameOf(key)) ?? '{}')
  } catch {
    // Storage is blocked, or the value is not ours.
    return {}
  }
}

export function forgetDraft(key: string): void {
  try {
    sessionStorage.removeItem(nameOf(key))
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}

/** Restores a form's draft after a reload and stores new input. Pass the returned function to the form's onInput. */
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
      // Storage is full or blocked, so the draft only lives as long as the page.
    }
  }
}
