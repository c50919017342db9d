import { type Api, ApiError, route } from '#platform/web/api.ts'
import { refusalText } from '#platform/web/page.ts'
import type { financialReport, listExpenses, paymentsReport, wagesReport } from '../contract.ts'
import { PAGE_SIZE_MAX, periodBefore, yearBefore } from '../rules.ts'

const FINANCIAL = route<typeof financialReport>({ method: 'GET', path: '/admin/reports/financial' })
const PAYMENTS = route<typeof paymentsReport>({ method: 'GET', path: '/admin/reports/payments' })
const WAGES = route<typeof wagesReport>({ method: 'GET', path: '/admin/reports/wages' })
const EXPENSES = route<typeof listExpenses>({ method: 'GET', path: '/admin/expenses' })

/** The range from the page's address. The server replaces empty days with the current month. */
type Range = { start: string; end: string }
type Failure = Range & { found: null; error: string }
type Loaded<T> = (Range & { found: T; error: null }) | Failure

function rangeIn(request: Request): Range {
  const params = new URL(request.url).searchParams
  return { start: params.get('start') ?? '', end: params.get('end') ?? '' }
}

/** Returns the server's text for a field or the whole call, else the error's own message, else a generic text. Rethrows redirects. */
function errorText(error: unknown): string {
  if (error instanceof Response) throw error
  if (error instanceof ApiError) return Object.values(error.body.fields ?? {})[0] ?? error.body.error
  const shown = refusalText(error)
  if (shown !== undefined) return shown
  console.error(error)
  return (error instanceof Error && error.message) || 'Something went wrong'
}

const failure = (request: Request, error: unknown): Failure => ({ found: null, ...rangeIn(request), error: errorText(error) })

/** Loads a report for the request's range. On failure the page shows the error next to the range form. */
export async function loadReport<T extends Range>(request: Request, load: (range: Range) => Promise<T>): Promise<Loaded<T>> {
  try {
    const found = await load(rangeIn(request))
    return { found, start: found.start, end: found.end, error: null }
  } catch (error) {
    return failure(request, error)
  }
}

type ServerLoaded<Result> = { request: Request; serverLoader: () => Promise<Result> }

/** For a page's clientLoader: turns a request that did not reach the server into the same failure. */
export const loadFromServer = <Result>({ request, serverLoader }: ServerLoaded<Result>): Promise<Result | Failure> =>
  serverLoader().catch((error: unknown) => failure(request, error))

export const loadFinancial = (api: Api, query: Range) => api(FINANCIAL, { query })

/** The books begin in 2000: earlier days are refused. */
const FIRST_DAY = '2000-01-01'

/** The report, the totals of the period before, and the months of the year before; null where the books had not begun. */
export async function loadCompared(api: Api, query: Range) {
  const report = await loadFinancial(api, query)
  const [period, year] = [periodBefore(report), yearBefore(report)]
  if (period.start < FIRST_DAY || year.start < FIRST_DAY) return { ...report, before: null, series_before: null }
  const [before, { series: series_before }] = await Promise.all([loadFinancial(api, period), loadFinancial(api, year)])
  return { ...report, before, series_before }
}
export type ComparedReport = Awaited<ReturnType<typeof loadCompared>>

/** Makes all four calls at the same time, each with the largest page size. */
export async function loadDetails(api: Api, query: Range) {
  const lines = { ...query, page_size: PAGE_SIZE_MAX }
  const [expenses, payments, wages, financial] = await Promise.all([
    api(EXPENSES, { query: lines }),
    api(PAYMENTS, { query: lines }),
    api(WAGES, { query: lines }),
    api(FINANCIAL, { query })
  ])
  return { ...financial, expenses, payments, wages }
}
export type ReportDetails = Awaited<ReturnType<typeof loadDetails>>
