import { type Api, ApiError, route } from '#platform/web/api.ts'
import type { financialReport, listExpenses, paymentsReport, wagesReport } from '../contract.ts'
import { LONGEST_LIST } from '../rules.ts'

const FINANCIAL = route<typeof financialReport>({ method: 'GET', path: '/admin/reports/financial' })
const PAYMENTS = route<typeof paymentsReport>({ method: 'GET', path: '/admin/reports/payments' })
const WAGES = route<typeof wagesReport>({ method: 'GET', path: '/admin/reports/wages' })
const EXPENSES = route<typeof listExpenses>({ method: 'GET', path: '/admin/expenses' })

/** The days as they were asked for; empty ones are of the current month. */
type Asked = { start: string; end: string }
type Loaded<T> = Asked & ({ found: T; error: null } | { found: null; error: string })

export function askedIn(request: Request): Asked {
  const params = new URL(request.url).searchParams
  return { start: params.get('start') ?? '', end: params.get('end') ?? '' }
}

/** What the alert says: the field's or the server's own words, else the generic ones. Where the guard leads elsewhere, one follows. */
function textOf(error: unknown): string {
  if (error instanceof Response) throw error
  if (!(error instanceof ApiError)) return 'Something went wrong'
  return Object.values(error.body.fields ?? {})[0] ?? error.body.error
}

/** A report, or why there is none: a failure stands in the page, beside the range that one may change. */
export async function loaded<T extends Asked>(asked: Asked, load: (asked: Asked) => Promise<T>): Promise<Loaded<T>> {
  try {
    const found = await load(asked)
    return { found, start: found.start, end: found.end, error: null }
  } catch (error) {
    return { found: null, ...asked, error: textOf(error) }
  }
}

export const loadFinancial = (api: Api, query: Asked) => api(FINANCIAL, { query })

/** All four at the same time, with as many lines as one answer holds. */
export async function loadEverything(api: Api, query: Asked) {
  const lines = { ...query, page_size: LONGEST_LIST }
  const [expenses, payments, wages, financial] = await Promise.all([
    api(EXPENSES, { query: lines }),
    api(PAYMENTS, { query: lines }),
    api(WAGES, { query: lines }),
    api(FINANCIAL, { query })
  ])
  return { ...financial, expenses, payments, wages }
}
export type Everything = Awaited<ReturnType<typeof loadEverything>>
