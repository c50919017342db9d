import { type DragEvent, useState } from 'react'

/**
 * Lets a mouse drag the items of a list to another place. `onDrop` gets the item's id and the place where it was dropped. Buttons do the same
 * by keyboard and touch.
 */
export function useDragOrder(ids: readonly string[], onDrop: (id: string, place: number) => void) {
  const [dragged, setDragged] = useState<string>()
  const [over, setOver] = useState<string>()
  const end = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  return (id: string) => ({
    draggable: true,
    'data-dragged': dragged === id || undefined,
    'data-over': (over === id && dragged !== id) || undefined,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', id)
      setDragged(id)
    },
    onDragOver: (event: DragEvent) => {
      if (dragged === undefined) return
      event.preventDefault()
      setOver(id)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      if (dragged !== undefined && dragged !== id) onDrop(dragged, ids.indexOf(id))
      end()
    },
    onDragEnd: end
  })
}
