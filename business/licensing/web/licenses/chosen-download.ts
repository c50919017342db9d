/**
 * What the download form sends. `file` is a format, the id of an uploaded file, or 'original' for the best one; `size` is a preset width or empty,
 * and `pixels` a typed one.
 */
export type Chosen = {
  file: string
  size: string
  pixels: string
  /** The client's own, in front of the file's name. */
  project: string
  /** Of a drawing, as '#from-#to,…'; '' for its own. */
  colors?: string
  query: { project?: string; colors?: string; file_id?: string; format?: string; width?: number }
}

const FILE_ID = /^[0-9a-f-]{36}$/

/** Returns undefined if no file was chosen yet. */
export function readChosen(sent: URLSearchParams): Chosen | undefined {
  const sentAs = (name: string) => sent.get(name)?.trim() ?? ''
  const [file, size, pixels] = [sentAs('file'), sentAs('size'), sentAs('pixels')]
  const project = sentAs('project')
  const colors = sentAs('colors')
  const query = { ...queryOf(file, pixels || size), ...(project && { project }), ...(colors && { colors }) }
  return file ? { file, size, pixels, project, ...(colors && { colors }), query } : undefined
}

function queryOf(file: string, width: string): Chosen['query'] {
  if (file === 'original') return {}
  if (FILE_ID.test(file)) return { file_id: file }
  return { format: file, ...(width && { width: Number(width) }) }
}

/** The chosen format if the license still offers it, otherwise 'original': the best file. */
export const availableFile = (formats: readonly string[], chosen: string | null | undefined): string =>
  chosen && formats.includes(chosen) ? chosen : 'original'

/** The address that responds with the file in the chosen format, or with the best file. `colors` are those of a drawing; '' for its own. */
export const downloadAddress = (license_id: string, formats: readonly string[], chosen: string | null | undefined, colors = ''): string =>
  `/client/licenses/${license_id}/download?${new URLSearchParams({ file: availableFile(formats, chosen), ...(colors && { colors }) })}`

/** The page that starts the download in the chosen format once, automatically. */
export const startingDownloadPage = (license_id: string, chosen: string | null | undefined, colors = ''): string =>
  `/client/licenses/${license_id}/download?${new URLSearchParams({ start: chosen ?? 'original', ...(colors && { colors }) })}`

/** Returns a note if the delivered format is not the chosen one. Undefined if it is, or if none was chosen. */
export function substituteNote(chosen: string | null | undefined, delivered: string | null | undefined): string | undefined {
  if (!chosen || chosen === 'original' || !delivered || chosen === delivered) return undefined
  return `${chosen.toUpperCase()} is no longer available for this asset. You get ${delivered.toUpperCase()} instead.`
}
