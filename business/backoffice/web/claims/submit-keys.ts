import type { KeyboardEvent } from 'react'

type Typed = Pick<
  KeyboardEvent<HTMLTextAreaElement>,
  'key' | 'ctrlKey' | 'metaKey' | 'repeat' | 'nativeEvent' | 'currentTarget' | 'preventDefault'
>

/** Sends the form of a text field on Ctrl Enter, or on ⌘ Enter on a Mac: Enter alone starts a new line. */
export function submitOnCtrlEnter(event: Typed): void {
  const { key, ctrlKey, metaKey, repeat, nativeEvent, currentTarget } = event
  if (key !== 'Enter' || !(ctrlKey || metaKey) || repeat || nativeEvent.isComposing) return
  event.preventDefault()
  currentTarget.form?.requestSubmit()
}
