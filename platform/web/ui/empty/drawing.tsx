import css from './drawing.module.css'
// A file of its own, so that no page carries the drawings in its script.
import drawings from './drawings.svg?no-inline'

/** The names of the drawings in drawings.svg. */
export type DrawingName = 'search' | 'image' | 'wallet' | 'mail' | 'brush' | 'people' | 'rest' | 'folder'

/** A small drawing in the colors of the theme. It says nothing that the text beside it does not. */
export const Drawing = ({ name }: { name: DrawingName }) => (
  <svg className={css['drawing']} viewBox="0 0 256 256" width={64} height={64} aria-hidden="true">
    <use href={`${drawings}#${name}`} />
  </svg>
)
