/** What the download form sends: `file` is a format, the id of an uploaded file, or 'original' for the best of those; `size` a width or empty, and `pixels` one that was typed. */
export type Chosen = {
  file: string
  size: string
  pixels: string
  query: { file_id?: string; format?: string; width?: number }
}

const FILE_ID = /^[0-9a-f-]{36}$/

/** Answers nothing when nothing was chosen yet. */
export function readChosen(sent: URLSearchParams): Chosen | undefined {
  const [file, size, pixels] = ['file', 'size', 'pixels'].map((name) => sent.get(name)?.trim() ?? '')
  if (!file) return undefined
  return { file, size: size ?? '', pixels: pixels ?? '', query: queryOf(file, pixels || size || '') }
}

function queryOf(file: string, width: string): Chosen['query'] {
  if (file === 'original') return {}
  if (FILE_ID.test(file)) return { file_id: file }
  return { format: file, ...(width && { width: Number(width) }) }
}
