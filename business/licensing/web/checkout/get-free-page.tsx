import { data, Form, redirect, useNavigation } from 'react-router'
import { getAsset } from '#catalogue/contract.ts'
import { CONSENT_WORDS } from '#marketing/rules.ts'
import { refused } from '#platform/web/action.ts'
import { textFields } from '#platform/web/form.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { Page, Stack } from '#platform/web/ui/page.tsx'
import { requestFreeFile } from '../../contract.ts'
import { FREE_SIZE, LINK_MINUTES } from '../../rules.ts'
import type { Route } from './+types/get-free-page.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Free Download' }, { name: 'robots', content: 'noindex' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const [id, colors] = [query.get('asset_id'), query.get('colors') ?? '']
  if (!id) throw redirect('/')
  const asset = await context.get(apiContext)(getAsset, { params: { id } })
  return { asset, colors, email: context.get(requestContext).user?.email ?? '' }
}

const AGREE = 'Please agree to the license terms.'

export async function action({ request, context }: Route.ActionArgs) {
  const { asset_id = '', colors, terms, marketing_opt_in, ...typed } = textFields(await request.formData())
  const email = (typed['email'] ?? '').trim()
  if (terms === undefined) return data({ fields: { terms: AGREE }, email }, 422)
  const body = { asset_id, email, marketing_opt_in: marketing_opt_in !== undefined, ...(colors && { colors }) }
  try {
    const { download_url } = await context.get(apiContext)(requestFreeFile, { body })
    return data({ download_url, email })
  } catch (error) {
    return refused(error)
  }
}

/** The free tab of the acquire dialog, as a page that works without JavaScript. */
export default function GetFreePage({ loaderData: { asset, colors, email }, actionData }: Route.ComponentProps) {
  const title = asset.title ? `Get ${asset.title}` : 'Get asset'
  return (
    <Page width="form" title={title}>
      <Stack>
        {actionData && 'download_url' in actionData ? (
          <Notice tone="good" title="Your download is ready.">
            <a href={actionData.download_url}>Download it here</a> within {LINK_MINUTES} minutes. We sent a link to {actionData.email}, too.
          </Notice>
        ) : asset.is_currently_free ? (
          <FreeForm asset_id={asset.id} colors={colors} email={email} fields={actionData?.fields ?? {}} />
        ) : (
          <Notice>This asset is not free right now.</Notice>
        )}
        <LinkButton to={`/assets/${asset.id}`} kind="quiet" wide>
          Back to the asset
        </LinkButton>
      </Stack>
    </Page>
  )
}

type FreeFormProps = { asset_id: string; colors: string; email: string; fields: Record<string, string> }

function FreeForm({ asset_id, colors, email, fields }: FreeFormProps) {
  const busy = useNavigation().state !== 'idle'
  const terms = (
    <>
      I agree to the{' '}
      <a href="/free-license" target="_blank" rel="noreferrer">
        free license terms
      </a>
    </>
  )
  return (
    <Form method="post">
      <Stack>
        <p>A {FREE_SIZE} px PNG for non-commercial use, with attribution. We email you a link to it, too.</p>
        <input type="hidden" name="asset_id" value={asset_id} />
        {colors && <input type="hidden" name="colors" value={colors} />}
        <TextField label="Email" name="email" type="email" autoComplete="email" required defaultValue={email} error={fields['email']} />
        <Checkbox label={CONSENT_WORDS} name="marketing_opt_in" />
        <Checkbox label={terms} name="terms" required error={fields['terms']} />
        {(fields['form'] ?? fields['colors']) && <Notice tone="bad">{fields['form'] ?? fields['colors']}</Notice>}
        <Button kind="main" wide busy={busy}>
          Continue
        </Button>
      </Stack>
    </Form>
  )
}
