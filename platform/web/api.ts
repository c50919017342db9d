import type { Answer, Endpoint, ErrorBody, Sent } from '#platform/contract/index.ts'

export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody
  /** Seconds to wait, for a 429. */
  readonly retryAfter: number | undefined

  constructor(status: number, body: ErrorBody, retryAfter?: number) {
    super(body.error)
    this.name = 'ApiError'
    this.status = status
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** Identifies an endpoint: the contract's object, or in the browser only its method and path, typed by the contract: `route<typeof buyLicense>({ method: 'POST', path: '/licenses/checkout' })`. */
export type Route<E extends Endpoint> = Pick<E, 'method' | 'path'> & { readonly of?: E }
export const route = <E extends Endpoint>(at: Pick<E, 'method' | 'path'>): Route<E> => at

export type Answered<E extends Endpoint> = { body: Answer<E>; total: number }
export type Api = {
  <E extends Endpoint>(e: E | Route<E>, sent: Sent<E>, options?: CallOptions): Promise<Answer<E>>
  /** The answer with the list's total (X-Total-Count). */
  withTotal<E extends Endpoint>(e: E | Route<E>, sent: Sent<E>): Promise<Answered<E>>
}
export type CallOptions = { idempotency_key?: string; signal?: AbortSignal }

type Call = { url: string; method: string; headers: Record<string, string>; body?: string | FormData; signal?: AbortSignal }
type Answering = { ok: boolean; status: number; headers: { get(name: string): string | null }; text(): Promise<string> }

/** A client of the API over any way of sending a call. */
export function createApi(send: (call: Call) => Promise<Answering>): Api {
  const call = async (e: Pick<Endpoint, 'method' | 'path'>, sent: object, { idempotency_key, signal }: CallOptions = {}) => {
    const { params = {}, query = {}, body } = sent as { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }
    const answer = await send({
      url: `/api${fillPath(e.path, params)}${search(query)}`,
      method: e.method,
      headers: {
        ...(body === undefined || isForm(body) ? {} : { 'content-type': 'application/json' }),
        ...(idempotency_key ? { 'idempotency-key': idempotency_key } : {})
      },
      ...(body === undefined ? {} : { body: isForm(body) ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {})
    })
    return readAnswer(answer)
  }
  const api = async (e: Pick<Endpoint, 'method' | 'path'>, sent: object, options?: CallOptions) => (await call(e, sent, options)).body
  return Object.assign(api, { withTotal: call }) as Api
}

/** A form with files. Its content type, with the boundary, is set when it is sent. */
const isForm = (body: unknown): body is FormData => body instanceof FormData

async function readAnswer(answer: Answering) {
  const text = await answer.text()
  if (answer.ok) return { body: text === '' ? undefined : JSON.parse(text), total: Number(answer.headers.get('x-total-count') ?? 0) }
  const wait = answer.headers.get('retry-after')
  throw new ApiError(answer.status, readError(text), wait === null ? undefined : Number(wait))
}

/** The text is taken from message, error or detail; an answer without any of them is a proxy's page, not ours. */
function readError(text: string): ErrorBody {
  try {
    const {
      message,
      error,
      detail,
      code = 'refused',
      fields,
      ways
    } = JSON.parse(text) as Partial<ErrorBody> & { message?: unknown; detail?: unknown }
    const said = [message, error, detail].find((words) => typeof words === 'string' && words !== '')
    if (typeof said === 'string') return { error: said, code, ...(fields && { fields }), ...(ways && { ways }) }
  } catch {
    // Not JSON.
  }
  return { error: 'Something went wrong', code: 'unknown' }
}

export const fillPath = (path: string, params: Record<string, string>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

function search(query: Record<string, unknown>): string {
  const set = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return set.length === 0 ? '' : `?${new URLSearchParams(set.map(([name, value]) => [name, String(value)]))}`
}
