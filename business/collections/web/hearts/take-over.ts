import { route } from '#platform/web/api.ts'
import { browserApi } from '#platform/web/browser.ts'
import { reportError } from '#platform/web/report.ts'
import { toast } from '#platform/web/ui/feedback/toaster.tsx'
import type { addHearts } from '../../contract.ts'
import { countWorks } from '../../rules.ts'
import { readVisitorHearts, writeVisitorHearts } from './visitor-hearts.ts'

const ADD = route<typeof addHearts>({ method: 'POST', path: '/hearts' })

/** Moves what a visitor kept in this browser to the collections of the person who has signed in. What cannot be moved now stays. */
export async function takeOverHearts(): Promise<void> {
  const asset_ids = readVisitorHearts()
  if (!asset_ids || asset_ids.length === 0) return
  try {
    const { collection, added } = await browserApi()(ADD, { body: { asset_ids } })
    writeVisitorHearts([])
    if (added.length > 0)
      toast(`${countWorks(added.length)} that you kept ${added.length === 1 ? 'is' : 'are'} in “${collection.name}” now.`)
  } catch (error) {
    if (isNotForSale(error)) writeVisitorHearts([])
    else reportError(error)
  }
}

/** None of the works is on sale any more. */
const isNotForSale = (error: unknown): boolean => typeof error === 'object' && error !== null && 'status' in error && error.status === 404
