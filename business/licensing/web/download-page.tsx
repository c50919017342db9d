import { data, redirect } from 'react-router'
import { errorFields } from '#platform/web/action.ts'
import { type Api, ApiError } from '#platform/web/api.ts'
import { apiContext } from '#platform/web/page.ts'
import { showDay } from '#platform/web/show.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { type License, linkLicenseFile, readLicense } from '../contract.ts'
import { mayDownload } from '../rules.ts'
import type { Route } from './+types/download-page.ts'
import { type Chosen, readChosen } from './chosen-download.ts'
import css from './download-choice.module.css'
import { DownloadChoice } from './download-choice.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Download ${loaderData?.license.asset_title || 'your asset'}` }]

/** With `file` it forwards to a signed link made at this moment, so that a page that stood open for long still works; without, or when that is refused, one chooses here. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const at = { params: { id: params.licenseId } }
  const chosen = readChosen(new URL(request.url).searchParams)
  const { download_url, error } = chosen ? await linkTo(api, at, chosen) : {}
  if (download_url) throw redirect(download_url)
  return data({ license: await api(readLicense, at), chosen, error }, error === undefined ? 200 : 422)
}

type Link = { download_url?: string; error?: string }

async function linkTo(api: Api, at: { params: { id: string } }, { query }: Chosen): Promise<Link> {
  try {
    return await api(linkLicenseFile, { ...at, query })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { width, form } = errorFields(error)
    return { error: width ?? form ?? 'Something went wrong.' }
  }
}

export default function DownloadPage({ loaderData: { license, chosen, error } }: Route.ComponentProps) {
  return (
    <Page width="form" title={`Download ${license.asset_title || 'your asset'}`} intro={`License ${license.certificate_number}`}>
      {license.preview_url && <img src={license.preview_url} alt="" className={css['picture']} />}
      {mayDownload(license) ? <DownloadChoice license={license} chosen={chosen} error={error} /> : <Notice>{endedText(license)}</Notice>}
      <LinkButton to="/client/licenses" kind="quiet" wide>
        My Licenses
      </LinkButton>
    </Page>
  )
}

function endedText({ status, payment_id, ended_at }: License): string {
  if (status !== 'revoked' || payment_id === null) return 'This license is no longer active.'
  return `This license was refunded${ended_at ? ` on ${showDay(ended_at)}` : ''}. It has ended, and its files may not be used any more.`
}
