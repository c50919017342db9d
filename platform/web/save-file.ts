/** Some browsers read the data well after the click. */
const REVOKE_AFTER_MS = 60_000

/** Downloads a blob under the given file name. */
export function saveFile(name: string, bytes: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS)
}
