import { useEffect, useEffectEvent, useState } from 'react'
import { hasFiles, pictureOf } from '#catalogue/web/index.ts'

/** Takes a file that is dropped anywhere on the page, which the browser would open instead. Returns whether one is over the page. */
export function useDropOnPage(onPicture: (picture: File) => void): boolean {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent(onPicture)
  useEffect(() => {
    const stop = new AbortController()
    const on = (type: 'dragstart' | 'dragend' | 'dragover' | 'dragleave' | 'drop', listen: (event: DragEvent) => void) =>
      document.addEventListener(type, listen, { signal: stop.signal })
    // A picture of the page itself is a file, too, when it is dragged.
    let own: EventTarget | null = null
    const isTaken = (event: DragEvent) =>
      hasFiles(event.dataTransfer) && !event.defaultPrevented && !isInDialog(event.target) && !(own instanceof Node && own.isConnected)
    on('dragstart', ({ target }) => {
      own = target
    })
    on('dragend', () => {
      own = null
    })
    on('dragover', (event) => {
      setOver(isTaken(event))
      if (isTaken(event)) event.preventDefault()
    })
    on('dragleave', ({ relatedTarget }) => {
      // It left the window.
      if (relatedTarget === null) setOver(false)
    })
    on('drop', (event) => {
      setOver(false)
      if (!isTaken(event)) return
      event.preventDefault()
      const picture = pictureOf(event.dataTransfer)
      if (picture) take(picture)
    })
    return () => stop.abort()
  }, [])
  return isOver
}

const isInDialog = (target: EventTarget | null): boolean => target instanceof Element && target.closest('dialog') !== null
