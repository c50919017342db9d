import { type FormEvent, useId } from 'react'
import type { PageUser } from '#platform/web/page.ts'
import { showDollars } from '#platform/web/show.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Checkbox } from '#platform/web/ui/checkbox.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import { type AcquireMode, formatsFrom, type Wanted } from '../rules.ts'
import css from './acquire-dialog.module.css'
import { AcquiredNote } from './acquired-note.tsx'
import { FreePanel } from './free-panel.tsx'
import { PlansPanel } from './plans-panel.tsx'
import { SinglePanel } from './single-panel.tsx'
import { type Acquire, type AcquireAsset, useAcquire } from './use-acquire.ts'

interface AcquireDialogProps {
  asset: AcquireAsset & { files: readonly { format: string }[] }
  user: PageUser | null
  wanted: Wanted
  onClose: () => void
}

/** Filled in from top to bottom like a receipt: what, which licence, how much, terms, Continue. Mount it to open it. */
export function AcquireDialog({ asset, user, wanted, onClose }: AcquireDialogProps) {
  const acquire = useAcquire(asset, user, wanted)
  const form = useId()
  const { mode, choose, busy, acquired, plan } = acquire
  const title = asset.title ? `Get ${asset.title}` : 'Get asset'
  if (acquired) {
    return (
      <Dialog open title={title} onClose={onClose}>
        <AcquiredNote {...acquired} onClose={onClose} />
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
          {mode === 'single' && <SinglePanel acquire={acquire} formats={formatsFrom(asset.files.map(({ format }) => format))} />}
          {mode === 'subscription' && <PlansPanel acquire={acquire} />}
          {mode === 'free' && <FreePanel acquire={acquire} isFree={asset.is_currently_free} />}
        </Tabs>
        {mode === 'single' && acquire.byPlan && (
          <Notice>Your plan covers this license: it counts as one download and costs nothing.</Notice>
        )}
        {!acquire.isHeld && <Terms acquire={acquire} />}
        {acquire.error && <Notice tone="bad">{acquire.error}</Notice>}
      </form>
    </Dialog>
  )
}

const CENTS = 100

const TERMS: Record<AcquireMode, { to: string; name: string }> = {
  single: { to: '/license-terms', name: 'license terms' },
  subscription: { to: '/subscription-terms', name: 'license terms of subscriptions' },
  free: { to: '/free-license', name: 'free license terms' }
}

/** The terms open beside the page, so that nothing filled in here is lost. */
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

/** The last line of the receipt. The price has its place from the start, so that nothing moves when it arrives. */
function Total({ acquire, form }: { acquire: Acquire; form: string }) {
  const { mode, busy, byPlan, isHeld, canContinue } = acquire
  return (
    <>
      <output className={css['total']} form={form}>
        <span className={css['totalLabel']}>
          {isHeld ? 'You hold it' : byPlan ? 'From your plan' : mode === 'subscription' ? 'Per month' : 'Total'}
        </span>
        <span className={css['totalPrice']}>{totalOf(acquire)}</span>
      </output>
      <Button type="submit" kind="main" form={form} busy={busy} disabled={!canContinue}>
        {isHeld ? 'Download' : 'Continue'}
      </Button>
    </>
  )
}

function totalOf({ mode, license, planId, byPlan, isHeld, pricing }: Acquire): string {
  if (isHeld) return showDollars(0)
  if (byPlan) return '1 download'
  if (mode === 'free') return showDollars(0)
  if (mode === 'single') return shown(pricing.single[license]?.amount_cents)
  const plan = pricing.plans.find(({ id }) => id === planId)
  return shown(plan && Math.round(plan.price_monthly * CENTS))
}

const shown = (cents: number | undefined): string => (cents === undefined ? '–' : showDollars(cents))
