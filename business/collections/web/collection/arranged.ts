import type { CollectionItem } from '../../contract.ts'

/** Returns the works as they will be after a step that is on its way to the server: 'move:ID:POSITION' or 'remove:ID'. */
export function arranged(items: readonly CollectionItem[], step: FormDataEntryValue | null | undefined): CollectionItem[] {
  const [what, id = '', position = ''] = typeof step === 'string' ? step.split(':') : []
  const moved = items.find(({ asset_id }) => asset_id === id)
  if (!moved) return [...items]
  const others = items.filter((item) => item !== moved)
  if (what === 'remove') return others
  const target = items.findIndex((item) => item.position === Number(position))
  return target < 0 ? [...items] : others.toSpliced(target, 0, moved)
}
