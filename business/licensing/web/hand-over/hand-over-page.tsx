import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { apiContext } from '#platform/web/page.ts'
import { showBytes, showDay } from '#platform/web/show.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Progress } from '#platform/web/ui/form/file-drop.tsx'
import { IconDownload } from '#platform/web/ui/icons.ts'
import { Page } from '#platform/web/ui/page.tsx'
import { type PreparedHandOver, readPreparedHandOver } from '../../hand-over.contract.ts'
import { HAND_OVER_DAYS, HAND_OVER_FORMAT_NAMES, sourceAddress } from '../../hand-over.rules.ts'
import type { Route } from './+types/hand-over-page.ts'
import css from './hand-over.module.css'

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData ? `ZIP of ${loaderData.name}` : 'ZIP' }]

export const loader = ({ params, context }: Route.LoaderArgs) =>
  context.get(apiContext)(readPreparedHandOver, { params: { id: params.handOverId } })

export default function HandOverPage({ loaderData: hand_over }: Route.ComponentProps) {
  const { name, source, source_id, state } = hand_over
  useProgress(state === 'preparing')
  return (
    <Page
      width="form"
      title={name}
      intro="A ZIP of the files and certificates of your licenses"
      actions={
        <LinkButton to={sourceAddress(source, source_id)}>{source === 'order' ? 'Back to the order' : 'Back to the collection'}</LinkButton>
      }
    >
      <Card className={css['card']} aria-label="The ZIP">
        <State {...hand_over} />
        <Details {...hand_over} />
      </Card>
    </Page>
  )
}

const EVERY_MS = 2000

/** Looks again every two seconds while the page is visible. */
function useProgress(isPreparing: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isPreparing) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [isPreparing, revalidate])
}

function State({ id, state, done_count, license_count, source }: PreparedHandOver) {
  if (state === 'preparing')
    return (
      <>
        <Progress label={`${done_count} of ${countLicenses(license_count)}`} done={done_count / license_count} />
        <p className={css['quiet']}>You can leave this page. We will email you when the ZIP is ready.</p>
      </>
    )
  if (state === 'ready')
    return (
      <>
        <Notice tone="good" title="Your ZIP is ready." />
        <LinkButton to={`/api/hand-overs/${id}/file`} kind="main" reloadDocument wide>
          <IconDownload size={18} aria-hidden="true" />
          Download ZIP
        </LinkButton>
      </>
    )
  const again = `Go back to the ${source} and ask for a new one.`
  if (state === 'failed')
    return (
      <Notice tone="bad" title="This ZIP could not be prepared.">
        {again}
      </Notice>
    )
  if (state === 'closed')
    return (
      <Notice tone="warn" title="This ZIP can no longer be downloaded.">
        A license in it has ended. {again}
      </Notice>
    )
  return (
    <Notice tone="warn" title="This ZIP is no longer available.">
      We delete each ZIP after {HAND_OVER_DAYS} days. {again}
    </Notice>
  )
}

const countLicenses = (count: number): string => (count === 1 ? '1 license' : `${count} licenses`)

function Details({ license_count, format, width, bytes, ends_at, state }: PreparedHandOver) {
  const rows: [name: string, value: string][] = [
    ['Licenses', String(license_count)],
    ['Format', `${HAND_OVER_FORMAT_NAMES[format]}${width ? `, ${width} px wide` : ''}`]
  ]
  if (bytes !== null && state === 'ready') rows.push(['Size', showBytes(bytes)])
  if (ends_at && state !== 'closed') rows.push([state === 'ready' ? 'Available until' : 'Ended', showDay(ends_at)])
  return (
    <dl className={css['details']}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Hand-over" title="Failed to load this ZIP." />
}
