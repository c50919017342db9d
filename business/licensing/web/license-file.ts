import { redirect } from 'react-router'
import { ApiError } from '#platform/web/api.ts'
import { apiContext } from '#platform/web/page.ts'
import { linkLicenseFile } from '../contract.ts'
import type { Route } from './+types/license-file.ts'

/** /client/licenses/{id}/file: forwards to a signed link made at this moment. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const format = new URL(request.url).searchParams.get('format')
  try {
    const query = format ? { format } : {}
    const { download_url } = await context.get(apiContext)(linkLicenseFile, { params: { id: params.licenseId }, query })
    return redirect(download_url)
  } catch (error) {
    if (error instanceof ApiError)
      return new Response(error.body.error, { status: error.status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
    throw error
  }
}
