import { data, Link, redirect } from 'react-router'
import { UNTITLED } from '#catalogue/rules.ts'
import { ApiError } from '#platform/web/api.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { showDay } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { type VerifiedCertificate, verifyCertificate } from '../contract.ts'
import { LICENSE_NAMES, readCertificateNumber } from '../rules.ts'
import type { Route } from './+types/verify-certificate-page.ts'
import { STATE_TONES } from './licenses/license-states.ts'
import { NumberForm } from './number-form.tsx'
import css from './verify-certificate-page.module.css'

export const meta: Route.MetaFunction = ({ params }) => [
  { title: `Certificate ${readCertificateNumber(params.certificateNumber) ?? ''}`.trim() },
  { name: 'robots', content: 'noindex' }
]

const MINUTE = 60

/** Not cached, so that a refund shows immediately. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const typed = new URL(request.url).searchParams.get('number')?.trim()
  if (typed) throw redirect(`/verify/${encodeURIComponent(readCertificateNumber(typed) ?? typed.slice(0, 60))}`)
  const number = params.certificateNumber
  const { support_email, brand_name } = context.get(requestContext)
  try {
    const certificate = await context.get(apiContext)(verifyCertificate, { params: { certificate_number: number } })
    return { number, brand_name, support_email, certificate }
  } catch (error) {
    const wait = error instanceof ApiError && error.status === 429 ? Math.ceil((error.retryAfter ?? MINUTE) / MINUTE) : undefined
    if (wait === undefined && !isNotThere(error)) throw error
    return data({ number, brand_name, support_email, wait }, wait === undefined ? 404 : 429)
  }
}

/** The certificate does not exist, or the text is not a certificate number. */
function isNotThere(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 422 || error.status === 404
  return typeof error === 'object' && error !== null && 'init' in error && isStatus404(error.init)
}

const isStatus404 = (init: unknown): boolean => typeof init === 'object' && init !== null && 'status' in init && init.status === 404

export default function VerifyCertificatePage({ loaderData }: Route.ComponentProps) {
  const { number, brand_name, support_email } = loaderData
  const certificate = 'certificate' in loaderData ? loaderData.certificate : undefined
  const wait = 'wait' in loaderData ? loaderData.wait : undefined
  return (
    <Page width="form" title="Check a certificate">
      {certificate && <Verified certificate={certificate} brand_name={brand_name} />}
      {wait !== undefined && (
        <Notice tone="warn" title="Too many attempts.">
          Please wait {wait} {wait === 1 ? 'minute' : 'minutes'}, then open this page again.
        </Notice>
      )}
      {!certificate && wait === undefined && (
        <Notice tone="bad" title="No license has this certificate number.">
          Please compare <span className={css['typed']}>{number}</span> with the number on the certificate: LIC and 16 letters and digits in
          groups of four. If they match, {brand_name} did not issue that certificate. Please{' '}
          <a href={`mailto:${support_email}`}>let us know</a>.
        </Notice>
      )}
      <NumberForm key={number} number={certificate ? '' : number} isNext={certificate !== undefined} />
    </Page>
  )
}

function Verified({ certificate, brand_name }: { certificate: VerifiedCertificate; brand_name: string }) {
  const { certificate_number, asset_title, license_type, from_plan, issued_at, licensee, status } = certificate
  const details: [name: string, value: string][] = [
    ['Number', certificate_number],
    ['Asset', asset_title || UNTITLED],
    ['License', `${LICENSE_NAMES[license_type]}${from_plan ? ', with a plan' : ''}`],
    ['Licensee', licensee || 'Not named'],
    ['Issued', showDay(issued_at)]
  ]
  return (
    <section className={css['sheet']} aria-label="The certificate">
      <Validity certificate={certificate} brand_name={brand_name} />
      <dl className={css['details']}>
        <div>
          <dt>Status</dt>
          <dd>
            <Badge tone={STATE_TONES[status]}>{status}</Badge>
          </dd>
        </div>
        <Chain {...certificate} />
        {details.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={css['note']}>
        We only show the licensee’s initials. Compare everything with your copy of the certificate. Its limits are in the{' '}
        <Link to="/license-terms">License Terms</Link>.
      </p>
    </section>
  )
}

/** The certificates before and after a transfer. */
function Chain({ transferred_from, transferred_to }: Pick<VerifiedCertificate, 'transferred_from' | 'transferred_to'>) {
  const steps: [name: string, number: string | null][] = [
    ['Transferred from', transferred_from],
    ['Transferred to', transferred_to]
  ]
  return steps.map(
    ([name, number]) =>
      number && (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Link to={`/verify/${number}`}>{number}</Link>
          </dd>
        </div>
      )
  )
}

function Validity({ certificate: { valid, status, ended_at }, brand_name }: { certificate: VerifiedCertificate; brand_name: string }) {
  if (valid)
    return (
      <Notice tone="good" title="This certificate is valid.">
        {brand_name} issued it, and the license is active.
      </Notice>
    )
  const since = ended_at ? ` on ${showDay(ended_at)}` : ''
  if (status === 'transferred')
    return (
      <Notice tone="warn" title={`Transferred${since}.`}>
        {brand_name} issued it, but the license belongs to someone else now, who has a certificate of their own. This one no longer allows
        any use of the asset.
      </Notice>
    )
  if (status === 'revoked')
    return (
      <Notice tone="bad" title={`Revoked${since}.`}>
        {brand_name} issued it, but the license was revoked. It no longer allows any use of the asset.
      </Notice>
    )
  return (
    <Notice tone="warn" title={`Not active: the plan ended${since}.`}>
      {brand_name} issued it. Work that was finished before then may stay in use. New work needs a new license.
    </Notice>
  )
}

export function ErrorBoundary() {
  return (
    <Page width="form" title="Check a certificate">
      <Notice tone="bad">Something went wrong. Please load this page again.</Notice>
      <LinkButton to="/">Explore assets</LinkButton>
    </Page>
  )
}
