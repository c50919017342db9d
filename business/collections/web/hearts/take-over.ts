import { ApiError, route } from '#platform/web/api.ts'
import { browserApi } from '#platform/web/browser.ts'
import { reportError } from '#platform/web/report.ts'
import { toast } from '#platform/web/ui/feedback/toaster.tsx'
import type { addHearts } from '../../contract.ts'
import { countWorks } from '../../rules.ts'
import { forgetRefused, noteRefused } from './refused-take-over.ts'
import { readVisitorHearts, writeVisitorHearts } from './visitor-hearts.ts'

const ADD = route<typeof addHearts>({ method: 'POST', path: '/hearts' })

/**
 * Moves what a visitor kept in this browser to the collections of the person who has signed in. What cannot be moved now stays, and the person
 * is told why.
 */
export async function takeOverHearts(client: string): Promise<void> {
  const asset_ids = readVisitorHearts()
  if (!asset_ids || asset_ids.length === 0) return
  try {
    const { collection, added } = await browserApi()(ADD, { body: { asset_ids } })
    writeVisitorHearts([])
    forgetRefused()
    if (added.length > 0)
      toast(`${countWorks(added.length)} that you kept ${added.length === 1 ? 'is' : 'are'} in “${collection.name}” now.`)
  } catch (error) {
    fail(client, error)
  }
}

function fail(client: string, error: unknown): void {
  if (error instanceof ApiError && error.status === 404) writeVisitorHearts([])
  else if (error instanceof ApiError && REFUSED.has(error.status)) tell(client, error.message)
  else reportError(error)
}

/** No room, or too many changes at once. 404: none of the works is on sale any more. */
const REFUSED = new Set([409, 429])

function tell(client: string, reason: string): void {
  noteRefused(client)
  const text = `What you kept in this browser is not in your collections yet. ${reason}`
  toast(text, 'bad', { label: 'Open collections', act: () => location.assign('/collections') })
}
