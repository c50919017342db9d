import { type FormEvent, useId } from 'react'
import { showDollars } from '#platform/web/show.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import { type AcquireMode, formatsFrom } from '../../rules.ts'
import css from './acquire-dialog.module.css'
import { AcquiredNote } from './acquired-note.tsx'
import { FreePanel } from './free-panel.tsx'
import { PlansPanel } from './plans-panel.tsx'
import { SinglePanel } from './single-panel.tsx'
import { type Acquire, type Acquiring, useAcquire } from './use-acquire.ts'

type AcquireDialogProps = Acquiring & {
  asset: { files: readonly { format: string }[] }
  onClose: () => void
}

/** The first download by a team's plan accepts the invitation, so an invited person is told whose team it is. */
function Joining({ plan }: Pick<Acquire, 'plan'>) {
  if (plan?.role !== 'member' || plan.has_joined) return null
  return (
    <Notice>
      {plan.owner_name} invited you to a team. With this download you join it: the team sees your name and what you download with the plan.
      To decline, choose Leave under My Subscription.
    </Notice>
  )
}

/** Laid out like a receipt, from top to bottom: asset, license, price, terms, Continue. Mount it to open it. */
export function AcquireDialog({ onClose, ...acquiring }: AcquireDialogProps) {
  const { asset } = acquiring
  const acquire = useAcquire(acquiring)
  const form = useId()
  const { mode, choose, busy, acquired, plan, format } = acquire
  const title = asset.title ? `Get ${asset.title}` : 'Get asset'
  if (acquired) {
    return (
      <Dialog open title={title} onClose={onClose}>
        <AcquiredNote {...acquired} chosen={format} onClose={onClose} />
      </Dialog>
    )
  }
  const tabs: { key: AcquireMode; label: string }[] = [
    { key: 'single', label: 'Single License' },
    { key: 'subscription', label: plan ? 'Subscription (Active)' : 'Subscription' },
    { key: 'free', label: 'Free Download' }
  ]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void acquire.proceed()
  }
  return (
    <Dialog open title={title} busy={busy} onClose={onClose} footer={<Total acquire={acquire} form={form} />}>
      <form id={form} className={css['form']} onSubmit={submit} noValidate>
        <Tabs label="Ways to get it" tabs={tabs} chosen={mode} onChoose={choose}>
          {mode === 'single' && <SinglePanel acquire={acquire} formats={formatsFrom(asset.files.map((file) => file.format))} />}
          {mode === 'subscription' && <PlansPanel acquire={acquire} />}
          {mode === 'free' && <FreePanel acquire={acquire} isFree={asset.is_currently_free} />}
        </Tabs>
        {mode === 'single' && acquire.byPlan && (
          <Notice>Your plan covers this license: it counts as one download and costs nothing.</Notice>
        )}
        {acquire.byPlan && <Joining plan={plan} />}
        <Terms acquire={acquire} />
        {acquire.error && <Notice tone="bad">{acquire.error}</Notice>}
      </form>
    </Dialog>
  )
}

const TERMS: Record<AcquireMode, { to: string; name: string }> = {
  single: { to: '/license-terms', name: 'license terms' },
  subscription: { to: '/subscription-terms', name: 'license terms of subscriptions' },
  free: { to: '/free-license', name: 'free license terms' }
}

/** The terms open in a new tab, so that nothing filled in here is lost. */
function Terms({ acquire: { mode, byPlan, agreed, setAgreed } }: { acquire: Acquire }) {
  const { to, name } = TERMS[byPlan ? 'single' : mode]
  const label = (
    <>
      I agree to the{' '}
      <a href={to} target="_blank" rel="noreferrer">
        {name}
      </a>
    </>
  )
  return (
    <div className={css['terms']}>
      <Checkbox label={label} name="terms" checked={agreed} onChange={(event) => setAgreed(event.currentTarget.checked)} />
    </div>
  )
}

/** The last line of the receipt. The space for the price is reserved, so that nothing moves when it loads. */
function Total({ acquire, form }: { acquire: Acquire; form: string }) {
  const { busy, isOwned, canContinue } = acquire
  return (
    <>
      <output className={css['total']} form={form}>
        <span className={css['totalLabel']}>{totalLabel(acquire)}</span>
        <span className={css['totalPrice']}>{totalOf(acquire)}</span>
      </output>
      <Button type="submit" kind="main" form={form} busy={busy} disabled={!canContinue}>
        {isOwned ? 'Download' : 'Continue'}
      </Button>
    </>
  )
}

function totalLabel({ mode, byPlan, isOwned }: Acquire): string {
  if (isOwned) return 'You own it'
  if (byPlan) return 'From your plan'
  return mode === 'subscription' ? 'Per month' : 'Total'
}

function totalOf({ mode, license, planId, byPlan, isOwned, single, plans }: Acquire): string {
  if (isOwned || mode === 'free') return showDollars(0)
  if (byPlan) return '1 download'
  const cents = mode === 'single' ? single[license]?.amount_cents : plans.find(({ id }) => id === planId)?.price_monthly_cents
  return cents === undefined ? '–' : showDollars(cents)
}
