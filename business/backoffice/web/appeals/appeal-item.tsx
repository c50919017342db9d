import { useState } from 'react'
import { Link } from 'react-router'
import { categoryLabel, UNTITLED } from '#catalogue/rules.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Notice, type Tone } from '#platform/web/ui/feedback/notice.tsx'
import { ReasonDialog } from '#platform/web/ui/feedback/reason-dialog.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import { APPEAL_MAX, APPEAL_MESSAGES, APPEAL_STATE_LABELS, type AppealDecision, type AppealState } from '#submissions/appeal.rules.ts'
import type { Appeal } from '#submissions/appeals.contract.ts'
import type { ReviewedAsset } from '#submissions/review.contract.ts'
import { reasonsOf } from '#submissions/rules.ts'
import { Picture } from '#submissions/web/index.ts'
import { pictureOf } from '../review/review-picture.tsx'
import { AppealedAsset, SIZES } from './appealed-asset.tsx'
import css from './appeals-page.module.css'

const TONES: Record<AppealState, Tone | 'quiet'> = { open: 'warn', overturned: 'good', upheld: 'bad', withdrawn: 'quiet' }

type AppealItemProps = {
  appeal: Appeal
  asset: ReviewedAsset | undefined
  /** The asset of which it should be a duplicate. */
  duplicate: ReviewedAsset | undefined
  isOwnWork: boolean
}

/** An appeal with both sides: why the asset was rejected, and why its artist disagrees. */
export function AppealItem({ appeal, asset, duplicate, isOwnWork }: AppealItemProps) {
  const { asset_id, asset_title, artist, state, message, made_at } = appeal
  return (
    <li>
      <Card className={css['appeal']}>
        <div className={css['sides']}>
          <h2 className={css['title']}>
            <Link to={`/assets/${asset_id}`}>{asset_title || UNTITLED}</Link>
          </h2>
          <div>
            <Badge tone={TONES[state]}>{APPEAL_STATE_LABELS[state]}</Badge>
          </div>
          <Side title="The rejection" by={appeal.rejected_by?.name ?? 'Unknown'} at={appeal.rejected_at}>
            {reasonsOf(appeal.reason_codes, appeal.reason).join('. ') || 'No reason was given.'}
          </Side>
          <Side title="The appeal" by={artist.name} at={made_at}>
            {message || 'Erased'}
          </Side>
          {appeal.answer !== null && appeal.ended_at && (
            <Side title="The decision" by={appeal.decided_by?.name ?? 'Unknown'} at={appeal.ended_at}>
              {appeal.answer}
            </Side>
          )}
          {state === 'open' && <Decision appeal={appeal} asset={asset} isOwnWork={isOwnWork} />}
        </div>
        <div className={css['picture']}>
          {asset ? <AppealedAsset asset={asset} /> : <Picture urls={undefined} alt={asset_title} sizes={SIZES} />}
          {duplicate && <Duplicate asset={duplicate} />}
        </div>
      </Card>
    </li>
  )
}

function Duplicate({ asset }: { asset: ReviewedAsset }) {
  return (
    <figure className={css['duplicate']}>
      <Picture urls={pictureOf(asset)?.preview_urls} alt={asset.title} sizes={SIZES} />
      <figcaption>
        The other asset:{' '}
        <Link to={`/assets/${asset.id}`} target="_blank">
          {asset.title || UNTITLED}
        </Link>
        , {asset.employee_name}, {categoryLabel(asset.status)}, <Moment iso={asset.created_at} day />
      </figcaption>
    </figure>
  )
}

function Side({ title, by, at, children }: { title: string; by: string; at: string; children: string }) {
  return (
    <section>
      <h3 className={css['side']}>{title}</h3>
      <p className={css['text']}>{children}</p>
      <p className={css['quiet']}>
        {by}, <Moment iso={at} />
      </p>
    </section>
  )
}

type Choice = { verb: string; kind: 'main' | 'danger'; question: string; says: string; done: string }

const CHOICES: Record<AppealDecision, Choice> = {
  overturn: {
    verb: 'Overturn',
    kind: 'main',
    question: 'Overturn the rejection?',
    says: 'The asset is approved, and its wage is booked. If it was changed or has no file that can be published, it goes back to the review instead.',
    done: 'Rejection overturned.'
  },
  uphold: {
    verb: 'Uphold',
    kind: 'danger',
    question: 'Uphold the rejection?',
    says: 'The asset stays rejected. The artist can revise and resubmit it, but not appeal against this rejection again.',
    done: 'Rejection upheld.'
  }
}

function Decision({ appeal, asset, isOwnWork }: { appeal: Appeal; asset: ReviewedAsset | undefined; isOwnWork: boolean }) {
  const [decision, setDecision] = useState<AppealDecision>()
  if (isOwnWork) return <Notice>This is your own work. Another admin has to decide the appeal.</Notice>
  if (appeal.is_own_decision) return <Notice>You rejected this asset. Another admin has to decide the appeal.</Notice>
  const choice = decision && CHOICES[decision]
  return (
    <>
      {!asset && <Notice tone="bad">The asset could not be loaded. Please reload the page to decide.</Notice>}
      {asset && !asset.is_as_rejected && (
        <Notice tone="warn">
          This may no longer be what was rejected. If you overturn the rejection, the asset goes back to the review.
        </Notice>
      )}
      <div className={css['buttons']}>
        <Button
          type="button"
          kind="main"
          disabled={!asset}
          aria-label={`Overturn the rejection of ${appeal.asset_title}`}
          onClick={() => setDecision('overturn')}
        >
          Overturn…
        </Button>
        <Button
          type="button"
          disabled={!asset}
          aria-label={`Uphold the rejection of ${appeal.asset_title}`}
          onClick={() => setDecision('uphold')}
        >
          Uphold…
        </Button>
        {asset && decision && choice && (
          <ReasonDialog
            {...{ title: choice.question, verb: choice.verb, kind: choice.kind, reason_max: APPEAL_MAX }}
            {...{ hint: 'The artist gets this by email.', done: choice.done, failed: APPEAL_MESSAGES.decide_failed }}
            sent={{ intent: decision, id: appeal.id, version: asset.version }}
            onClose={() => setDecision(undefined)}
          >
            <p>
              “{appeal.asset_title}”: {choice.says}
            </p>
          </ReasonDialog>
        )}
      </div>
    </>
  )
}
