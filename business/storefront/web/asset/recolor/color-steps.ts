import { type ColorChanges, writeColorChanges } from '#catalogue/recolor.rules.ts'

/** Colors that a person chose. The steps of one gesture, such as dragging through a color picker, are one step. */
export type ColorStep = { changes: ColorChanges; gesture?: symbol | undefined }

const UNDO_MAX = 100

const isSame = (one: ColorStep | undefined, other: ColorStep): boolean =>
  one !== undefined && writeColorChanges(one.changes) === writeColorChanges(other.changes)

/** Returns the steps with another one; a step without a difference is no step. */
export function withStep(steps: readonly ColorStep[], next: ColorStep): readonly ColorStep[] {
  const last = steps.at(-1)
  if (isSame(last, next)) return steps
  const goesOn = next.gesture !== undefined && last?.gesture === next.gesture && steps.length > 1
  const before = goesOn ? steps.slice(0, -1) : steps
  // A gesture that ends where it began leaves nothing to undo.
  return isSame(before.at(-1), next) ? before : [...before, next].slice(-UNDO_MAX)
}
