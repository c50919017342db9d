/** A browser may read the bytes some time after the press. */
const KEPT_MS = 60_000

/** Bytes that were made in this tab, as a download. */
export function saveFile(name: string, bytes: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
}
