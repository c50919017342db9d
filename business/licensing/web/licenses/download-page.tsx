import { data, redirect } from 'react-router'
import { errorFields } from '#platform/web/action.ts'
import { type Api, ApiError } from '#platform/web/api.ts'
import { apiContext } from '#platform/web/page.ts'
import { showDay } from '#platform/web/show.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { type License, linkLicenseFile, readLicense } from '../../contract.ts'
import { mayDownload } from '../../rules.ts'
import type { Route } from './+types/download-page.ts'
import { availableFile, type Chosen, downloadAddress, readChosen, substituteNote } from './chosen-download.ts'
import css from './download-choice.module.css'
import { DownloadChoice } from './download-choice.tsx'
import { useDownloadOnce } from './use-download-once.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Download ${loaderData?.license.asset_title || 'your asset'}` }]

/**
 * With `file`, redirects to a new signed link, so that it works on a page that has been open for long. Otherwise, or after a refusal, shows the form.
 * With `start`, the page starts the download in that format automatically.
 */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const at = { params: { id: params.licenseId } }
  const query = new URL(request.url).searchParams
  const chosen = readChosen(query)
  const { download_url, error } = chosen ? await linkTo(api, at, chosen) : {}
  if (download_url) throw redirect(download_url)
  const start = query.get('start')
  const colors = query.get('colors') ?? ''
  return data({ license: await api(readLicense, at), chosen, colors, error, start }, error === undefined ? 200 : 422)
}

type Link = { download_url?: string; error?: string }

async function linkTo(api: Api, at: { params: { id: string } }, { query }: Chosen): Promise<Link> {
  try {
    return await api(linkLicenseFile, { ...at, query })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { width, project, colors, form } = errorFields(error)
    return { error: width ?? project ?? colors ?? form ?? 'Something went wrong.' }
  }
}

export default function DownloadPage({ loaderData: { license, chosen, colors, error, start } }: Route.ComponentProps) {
  const isActive = mayDownload(license)
  const preset = start ? presetOf(license, start) : undefined
  return (
    <Page width="form" title={`Download ${license.asset_title || 'your asset'}`} intro={`License ${license.certificate_number}`}>
      {license.preview_url && <img src={license.preview_url} alt="" className={css['picture']} />}
      {isActive && start && <Starting license={license} start={start} colors={colors} />}
      {isActive ? (
        <DownloadChoice license={license} chosen={chosen ?? preset} colors={colors} error={error} />
      ) : (
        <Notice>{endedText(license)}</Notice>
      )}
      <LinkButton to="/client/licenses" kind="quiet" wide>
        My Licenses
      </LinkButton>
    </Page>
  )
}

/** Selects the format that was chosen before, if it is available. */
const presetOf = ({ formats }: License, start: string): Chosen | undefined =>
  formats.includes(start) ? { file: start, size: '', pixels: '', project: '', query: { format: start } } : undefined

type StartingProps = { license: License; start: string; colors: string }

function Starting({ license: { id, formats, file_format }, start, colors }: StartingProps) {
  const isStarting = useDownloadOnce(downloadAddress(id, formats, start, colors), 'start')
  const file = availableFile(formats, start)
  const substitute = substituteNote(start, file === 'original' ? file_format : file)
  return (
    <>
      <Notice tone="good" title="The license is in your account.">
        {isStarting && 'Your download starts now.'}
      </Notice>
      {substitute && <Notice tone="warn">{substitute}</Notice>}
    </>
  )
}

function endedText({ status, ended_at }: License): string {
  if (status === 'transferred') return 'You have transferred this license. It belongs to someone else, and you may no longer use its files.'
  if (status !== 'revoked') return 'This license is no longer active.'
  return `This license was revoked${ended_at ? ` on ${showDay(ended_at)}` : ''}. It has ended, and you may no longer use its files.`
}
