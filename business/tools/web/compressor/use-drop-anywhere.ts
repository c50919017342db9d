import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/**
 * Takes files that are dropped anywhere on the page, and returns whether some are being dragged over it. While a dialog is open, only the
 * tool in that dialog takes them.
 */
export function useDropAnywhere(root: RefObject<HTMLElement | null>, onFiles: (files: File[]) => void): boolean {
  const [dragging, setDragging] = useState(false)
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    const listening = new AbortController()
    const isOurs = ({ dataTransfer }: DragEvent) => {
      const modal = document.querySelector('dialog:modal')
      return dataTransfer?.types.includes('Files') && (!modal || modal.contains(root.current))
    }
    const onDrag = (event: DragEvent) => {
      if (!isOurs(event)) return
      setDragging(true)
      if (!isFileField(event.target)) event.preventDefault()
    }
    const onLeave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setDragging(false)
    const onDrop = (event: DragEvent) => {
      setDragging(false)
      // A file field takes what is dropped on it by itself.
      if (!isOurs(event) || isFileField(event.target)) return
      event.preventDefault()
      take([...(event.dataTransfer?.files ?? [])])
    }
    const options = { signal: listening.signal }
    addEventListener('dragenter', onDrag, options)
    addEventListener('dragover', onDrag, options)
    addEventListener('dragleave', onLeave, options)
    addEventListener('drop', onDrop, options)
    return () => listening.abort()
  }, [root])
  return dragging
}

const isFileField = (target: EventTarget | null): boolean => target instanceof HTMLInputElement && target.type === 'file'
