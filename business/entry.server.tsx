import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { requestContext } from '#platform/web/page.ts'

/** How long a page may wait for its deferred parts. */
export const streamTimeout = 5_000

/** After that the parts still missing get a moment to show their error. */
const ABORT_AFTER_MS = streamTimeout + 1_000

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8')
  const { nonce, user } = context.get(requestContext)
  const whole = !user || isbot(request.headers.get('user-agent'))
  return new Promise((resolve, reject) => {
    let code = status
    let begun = false
    const answer = () => {
      begun = true
      const body = new PassThrough()
      body.once('close', () => clearTimeout(timer))
      pipe(body)
      resolve(new Response(createReadableStreamFromReadable(body), { headers, status: code }))
    }
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={routerContext} url={request.url} nonce={nonce} />, {
      nonce,
      // Who is signed in sees the frame of a page at once; search engines, link previews and the pages kept for all visitors get all of it.
      [whole ? 'onAllReady' : 'onShellReady']: answer,
      onShellError(error) {
        clearTimeout(timer)
        reject(error)
      },
      onError(error) {
        code = 500
        if (begun && !request.signal.aborted) console.error(error)
      }
    })
    const timer = setTimeout(abort, ABORT_AFTER_MS)
    request.signal.addEventListener('abort', () => abort(), { once: true })
  })
}
