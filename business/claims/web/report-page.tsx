import { data, redirect } from 'react-router'
import { getAsset } from '#catalogue/contract.ts'
import { errorFields } from '#platform/web/action.ts'
import { ApiError } from '#platform/web/api.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { reportError } from '#platform/web/report.ts'
import { siteOf } from '#platform/web/site.ts'
import { Page } from '#platform/web/ui/page.tsx'
import { makeClaim } from '../contract.ts'
import type { Route } from './+types/report-page.ts'
import { readClaimForm, type TypedClaim } from './read-claim-form.ts'
import { ReportForm } from './report-form.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Report this asset' }, { name: 'robots', content: 'noindex' }]

export async function loader({ params, context }: Route.LoaderArgs) {
  const { user } = context.get(requestContext)
  const id = params.assetId
  const asset = id ? await context.get(apiContext)(getAsset, { params: { id } }) : undefined
  const shown = asset && {
    id: asset.id,
    title: asset.title,
    artist: asset.employee_name,
    picture: asset.files.find(({ preview_urls }) => preview_urls)?.preview_urls?.[320] ?? null
  }
  return { asset: shown, name: user?.name ?? '', email: user?.email ?? '', site: siteOf(context) }
}

const FAILED = 'Your report could not be sent. Please try again or write to us.'

type Answer = { fields: Record<string, string>; typed?: TypedClaim }

export async function action({ request, params, context }: Route.ActionArgs) {
  const read = readClaimForm(await request.formData(), params.assetId)
  const answer = (fields: Answer['fields'], status: number) => data<Answer>({ fields, typed: read.typed }, status)
  if (!read.ok) return answer(read.fields, 422)
  try {
    const { status_url } = await context.get(apiContext)(makeClaim, { body: read.body })
    return redirect(`${new URL(status_url).pathname}?made=1`)
  } catch (error) {
    if (error instanceof Response) throw error
    if (error instanceof ApiError && error.status < 500) return answer(errorFields(error), error.status)
    reportError(error)
    return answer({ form: FAILED }, 500)
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: FAILED })

export default function ReportPage({ loaderData: { asset, name, email, site }, actionData }: Route.ComponentProps) {
  const answer: Answer | undefined = actionData
  return (
    <Page
      width="text"
      title="Report this asset"
      intro="Does an asset use your work, your brand, or your picture without permission, or is it illegal? Tell us. A person looks at every report."
    >
      <ReportForm asset={asset} typed={answer?.typed ?? { name, email }} fields={answer?.fields ?? {}} site={site} />
    </Page>
  )
}
