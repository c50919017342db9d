import { followRefusal, readToken } from '#platform/web/browser.ts'
import { BLOB_SECONDS, MESSAGES } from '../../rules.ts'

export type FileName = 'gov-id' | 'resume'
export const addressOfFile = (id: string, file: FileName): string => `/api/admin/applicants/${id}/${file}`

/** Opens a file in a new tab through a temporary address. Returns an error message if it fails. */
export async function openFile(id: string, file: FileName, name: string): Promise<string | undefined> {
  // Opened before the request: later, the browser would block it as a popup.
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  try {
    const token = readToken()
    const answer = await fetch(addressOfFile(id, file), token ? { headers: { authorization: `Bearer ${token}` } } : {})
    if (!answer.ok) {
      const text = await answer.text()
      if (!(await followRefusal({ method: 'GET', status: answer.status, text }))) throw new Error(messageIn(text))
      tab?.close()
      return undefined
    }
    show(await answer.blob(), name, tab)
    return undefined
  } catch (error) {
    tab?.close()
    const fallback = file === 'gov-id' ? MESSAGES.gov_id_unopened : MESSAGES.resume_unopened
    return (!(error instanceof TypeError) && error instanceof Error && error.message) || fallback
  }
}

/** Shows pictures and PDFs in the tab. Saves Word files, and every file if no tab could open. */
function show(blob: Blob, name: string, tab: Window | null): void {
  const address = URL.createObjectURL(blob)
  setTimeout(() => URL.revokeObjectURL(address), BLOB_SECONDS * 1000)
  if (tab && /^(image\/|application\/pdf)/.test(blob.type)) {
    tab.location.href = address
    return
  }
  tab?.close()
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

/** Returns the server's message or error, or '' if it has none. */
function messageIn(text: string): string {
  try {
    const { message, error }: { message?: unknown; error?: unknown } = JSON.parse(text)
    return String(message ?? error ?? '')
  } catch {
    return ''
  }
}
