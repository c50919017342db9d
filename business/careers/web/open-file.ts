import { readToken, signOut } from '#platform/web/browser.ts'
import { BLOB_SECONDS, WORDS } from '../rules.ts'

export type FileName = 'gov-id' | 'resume'
export const addressOfFile = (id: string, file: FileName): string => `/api/admin/applicants/${id}/${file}`

/** Shows a file in a new tab by an address that lives a minute; answers what went wrong, in words. */
export async function openFile(id: string, file: FileName, name: string): Promise<string | undefined> {
  // Opened at once: after a pause a browser would take it for an unwanted window.
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  try {
    const token = readToken()
    const answer = await fetch(addressOfFile(id, file), token ? { headers: { authorization: `Bearer ${token}` } } : {})
    if (answer.status === 401 || answer.status === 403) return leave(tab)
    if (!answer.ok) throw new Error(await wordsOf(answer))
    show(await answer.blob(), name, tab)
    return undefined
  } catch (error) {
    tab?.close()
    const fallback = file === 'gov-id' ? WORDS.gov_id_unopened : WORDS.resume_unopened
    return (!(error instanceof TypeError) && error instanceof Error && error.message) || fallback
  }
}

/** Word files are saved under their own name: no browser shows them. So is every file where no tab may open. */
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

async function leave(tab: Window | null): Promise<undefined> {
  tab?.close()
  await signOut()
  location.assign('/login')
}

/** The server's message or error; empty where it has none. */
async function wordsOf(answer: Response): Promise<string> {
  const body = (await answer.json().catch(() => ({}))) as { message?: unknown; error?: unknown }
  return String(body.message ?? body.error ?? '')
}
