import { Link } from 'react-router'
import type { DeskClaim } from '#claims/desk.contract.ts'
import { CLAIM_TONES, ClaimSteps, showCalendarDay, stateLabel } from '#claims/web/index.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { IconLink } from '#platform/web/ui/icons.ts'
import { Moment } from '#platform/web/ui/moment.tsx'
import css from './claim-page.module.css'

/** What the claimant says was taken, and where it can be seen. */
export function ClaimedWork({ claim: { name, role, work, work_url } }: { claim: DeskClaim }) {
  return (
    <Card className={css['part']} aria-labelledby="claimed-work">
      <h2 id="claimed-work">The claim</h2>
      <blockquote className={css['quote']}>{work || 'Erased'}</blockquote>
      <p className={css['quiet']}>
        {name || 'Erased'}, {role === 'owner' ? 'owner of the rights' : 'acts for the owner'}
      </p>
      {work_url && <WorkLink to={work_url} />}
    </Card>
  )
}

/** The claimant's own address: it gets no referrer and no access to this page. Its host is shown first, because that is what to judge. */
function WorkLink({ to }: { to: string }) {
  return (
    <a href={to} rel="noreferrer nofollow noopener" target="_blank" className={css['workLink']} title={to}>
      <IconLink size={18} aria-hidden="true" />
      <span>
        <b>{new URL(to).host}</b>
        <span className={css['path']}>{to}</span>
      </span>
    </a>
  )
}

export function Course({ claim }: { claim: DeskClaim }) {
  const { state, received_at, decided_at, decided_by, restores_on, ended_at, counter, suit } = claim
  return (
    <Card className={css['part']} aria-labelledby="course">
      <div className={css['head']}>
        <h2 id="course">Progress</h2>
        <Badge tone={CLAIM_TONES[state]}>{stateLabel(state)}</Badge>
      </div>
      <ClaimSteps
        {...{ state, received_at, decided_at, restores_on, ended_at }}
        {...{ countered_at: counter?.received_at, suit_at: suit?.recorded_at }}
      />
      {decided_by && <p className={css['quiet']}>Decided by {decided_by.name}</p>}
    </Card>
  )
}

export function Claimant({ claim: { name, email, address, signature } }: { claim: DeskClaim }) {
  return (
    <Card className={css['part']} aria-labelledby="claimant">
      <h2 id="claimant">Claimant</h2>
      <dl className={css['details']}>
        <dt>Name</dt>
        <dd>{name || 'Erased'}</dd>
        <dt>Email</dt>
        <dd>{email ? <a href={`mailto:${email}`}>{email}</a> : 'Erased'}</dd>
        <dt>Address</dt>
        <dd className={css['text']}>{address}</dd>
        <dt>Signed</dt>
        <dd>“{signature}”, in good faith and accurate under penalty of perjury</dd>
      </dl>
    </Card>
  )
}

type CounterProps = Pick<DeskClaim, 'suit' | 'restores_on'> & { counter: NonNullable<DeskClaim['counter']> }

export function Counter({ counter, suit, restores_on }: CounterProps) {
  return (
    <Card className={css['part']} aria-labelledby="counter">
      <h2 id="counter">Counter-notice</h2>
      <p>
        From {counter.name}, signed “{counter.signature}”, <Moment iso={counter.received_at} />
      </p>
      <p className={css['text']}>{counter.address}</p>
      {restores_on && <p>The asset returns on {showCalendarDay(restores_on)}, unless the claimant files suit.</p>}
      {suit && (
        <p className={css['text']}>
          Suit recorded <Moment iso={suit.recorded_at} />: {suit.note}
        </p>
      )}
    </Card>
  )
}

export function OtherClaims({ claims }: { claims: DeskClaim['other_claims'] }) {
  return (
    <Card className={css['part']} aria-labelledby="others">
      <h2 id="others">Other claims about works of this artist</h2>
      {claims.length === 0 ? (
        <p className={css['quiet']}>No other claims.</p>
      ) : (
        <ul className={css['others']}>
          {claims.map(({ id, claim_number, state }) => (
            <li key={id}>
              <Link to={`/admin/claims/${id}`}>{claim_number}</Link> <span className={css['quiet']}>{stateLabel(state)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
