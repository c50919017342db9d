import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'

/** A search with filters that a person has named. `query` begins with '?'. */
export type SavedView = { id: string; path: string; name: string; query: string }

/** Hidden columns by the table's name. */
type HiddenColumns = Readonly<Record<string, readonly string[]>>

type Choices = {
  hidden: HiddenColumns
  hide: (table: string, heads: readonly string[]) => void
  views: readonly SavedView[]
  /** The page whose action saves and deletes views; absent where views cannot be saved. */
  views_action: string | undefined
}

const NONE: Choices = { hidden: {}, hide: () => {}, views: [], views_action: undefined }
const TableChoices = createContext(NONE)

export const useTableChoices = () => useContext(TableChoices)

/** The server reads this cookie, so that hidden columns do not show for a moment. */
const COOKIE = 'columns'
const COOKIE_MAX = 2000
const YEAR_SECONDS = 31_536_000

/** Reads the hidden columns from a Cookie header. Anything else than lists of names by table is ignored. */
export function hiddenColumnsIn(cookies: string | null): HiddenColumns {
  const value = (cookies ?? '').split(/; */).find((one) => one.startsWith(`${COOKIE}=`))
  if (!value || value.length > COOKIE_MAX) return {}
  try {
    const read: unknown = JSON.parse(decodeURIComponent(value.slice(COOKIE.length + 1)))
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return {}
    const isNames = (names: unknown): names is string[] => Array.isArray(names) && names.every((name) => typeof name === 'string')
    return Object.fromEntries(Object.entries(read).filter((entry): entry is [string, string[]] => isNames(entry[1])))
  } catch {
    // A cookie that someone else wrote.
    return {}
  }
}

function remember(hidden: HiddenColumns): void {
  const value = encodeURIComponent(JSON.stringify(hidden))
  if (value.length > COOKIE_MAX) return
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers we serve
  document.cookie = `${COOKIE}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`
}

type ProviderProps = Pick<Choices, 'hidden' | 'views' | 'views_action'> & { children: ReactNode }

/** Gives the tables below it the person's columns and saved views. */
export function TableChoicesProvider({ hidden: stored, views, views_action, children }: ProviderProps) {
  const [hidden, setHidden] = useState(stored)
  const choices = useMemo(() => {
    const hide: Choices['hide'] = (table, heads) => {
      const next = { ...hidden, [table]: heads }
      setHidden(next)
      remember(next)
    }
    return { hidden, hide, views, views_action }
  }, [hidden, views, views_action])
  return <TableChoices value={choices}>{children}</TableChoices>
}
