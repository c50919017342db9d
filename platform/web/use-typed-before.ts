import { type RefObject, useEffect, useRef } from 'react'

/** Calls back once if a field was typed into before the page was hydrated, because React missed those key presses. */
export function useTypedBefore(place: RefObject<HTMLFormElement | HTMLInputElement | null>, onTyped: () => void): void {
  const typed = useRef(onTyped)
  useEffect(() => {
    const fields = place.current instanceof HTMLFormElement ? [...place.current.elements] : [place.current]
    if (fields.some((field) => field instanceof HTMLInputElement && field.value !== field.defaultValue)) typed.current()
  }, [place])
}
