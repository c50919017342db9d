import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { ApiError } from '#platform/web/api.ts'
import { requestContext } from '#platform/web/page.ts'
import { reportError } from '#platform/web/report.ts'

/** The maximum time a page waits for deferred data, in milliseconds. */
export const streamTimeout = 5_000

/** Leaves deferred parts time to render their error before the stream is aborted. */
const ABORT_AFTER_MS = streamTimeout + 1_000

/** Errors of loaders and actions. A refusal is the page's to show, and the API has logged it if it was our fault. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  const isAnswer = error instanceof ApiError || isRouteErrorResponse(error)
  if (!isAnswer && !request.signal.aborted) reportError(error)
}

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8')
  const { nonce, user, is_whole } = context.get(requestContext)
  const waitsForAll = is_whole || !user || isbot(request.headers.get('user-agent'))
  return new Promise((resolve, reject) => {
    let code = status
    let started = false
    const answer = () => {
      started = true
      const body = new PassThrough()
      body.once('close', () => clearTimeout(timer))
      pipe(body)
      resolve(new Response(createReadableStreamFromReadable(body), { headers, status: code }))
    }
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={routerContext} url={request.url} nonce={nonce} />, {
      nonce,
      // Signed-in users get the shell immediately. Bots and cached public pages get the complete page.
      [waitsForAll ? 'onAllReady' : 'onShellReady']: answer,
      onShellError(error) {
        clearTimeout(timer)
        reject(error)
      },
      onError(error) {
        code = 500
        if (started && !request.signal.aborted) reportError(error)
      }
    })
    const timer = setTimeout(abort, ABORT_AFTER_MS)
    request.signal.addEventListener('abort', () => abort(), { once: true })
  })
}
