import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#platform/web/api.ts'
import type { AssetCard } from '../../contract.ts'
import { LIKENESSES, PICTURE_MAX_MB, PICTURE_MESSAGES } from '../../picture-search.rules.ts'
import type { AssetStatus } from '../../rules.ts'

/** A work that was found. Its status is known to staff only. */
export type Found = AssetCard & { score: number; status?: AssetStatus; withheld_at?: string | null }
export type Lists = Record<(typeof LIKENESSES)[number], Found[]>
/** Sends the form with the picture. Rejects with the sentence to show. */
export type Search = (form: FormData, signal: AbortSignal) => Promise<Lists>

export type Searching = {
  picture?: Blob
  /** A local URL of the picture. */
  url?: string
  isBusy: boolean
  lists?: Lists
  error?: string
}

/** Searches with one picture at a time: the next one, and leaving, cancel the search before. */
export function usePictureSearch(search: Search, first?: Blob) {
  const [state, setState] = useState<Searching>({ isBusy: false })
  const stop = useRef<AbortController>(undefined)
  const shown = useRef<string>(undefined)

  const forget = () => {
    stop.current?.abort()
    if (shown.current) URL.revokeObjectURL(shown.current)
    shown.current = undefined
  }
  const start = async (picture: Blob): Promise<void> => {
    forget()
    const refused = refusalOf(picture)
    if (refused) return setState({ isBusy: false, error: refused })
    const url = URL.createObjectURL(picture)
    const current = new AbortController()
    shown.current = url
    stop.current = current
    setState({ picture, url, isBusy: true })
    const answer = await answerOf(search(formOf(picture), current.signal))
    if (!current.signal.aborted) setState({ picture, url, isBusy: false, ...answer })
  }
  const cancel = () => {
    forget()
    setState({ isBusy: false })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another first picture starts another search, nothing else does
  useEffect(() => {
    if (first) void start(first)
    return forget
  }, [first])
  return { state, start: (picture: Blob) => void start(picture), cancel }
}

function formOf(picture: Blob): FormData {
  const form = new FormData()
  form.set('file', picture, picture instanceof File ? picture.name : 'picture')
  return form
}

/** An error is a refusal with a sentence for the person, or a lost connection, whose words come from the browser. */
async function answerOf(searching: Promise<Lists>): Promise<{ lists: Lists } | { error: string }> {
  try {
    return { lists: await searching }
  } catch (error) {
    return { error: error instanceof ApiError ? error.message : PICTURE_MESSAGES.failed }
  }
}

/** Says at once what the server would refuse after the whole upload. */
function refusalOf({ size, type }: Blob): string | undefined {
  if (size > PICTURE_MAX_MB * 1024 * 1024) return PICTURE_MESSAGES.too_large
  return type !== '' && !type.startsWith('image/') ? PICTURE_MESSAGES.wrong_kind : undefined
}

/** Says in one sentence what was found, for screen readers. */
export function countFound(lists: Lists): string {
  const counted = LIKENESSES.filter((likeness) => lists[likeness].length > 0).map((likeness) => `${lists[likeness].length} ${likeness}`)
  return counted.length === 0 ? 'No work looks like this picture.' : `Works found: ${counted.join(', ')}.`
}
