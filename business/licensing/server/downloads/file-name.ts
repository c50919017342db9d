import { stemOf } from '../../hand-over.rules.ts'

type Name = {
  title: string
  format: string
  width?: number | undefined
  /** The client's own project. */
  project?: string | null | undefined
}

/** Turns a title into a file name that every system accepts: 'Blue fox: day/night' becomes 'Blue fox day night'. */
export function fileNameOf({ title, format, width, project }: Name): string {
  const name = stemOf(project ? `${project} - ${title}` : title)
  return `${name}${width ? ` ${width} px` : ''}.${format}`
}
