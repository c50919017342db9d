import { Checkbox } from '#platform/web/ui/checkbox.tsx'
import { type Plan, renewalConsent } from '../rules.ts'

/** Never ticked beforehand: the tick is the person's own. */
export const ConsentField = ({ plan, error }: { plan: Pick<Plan, 'name' | 'price_cents'>; error?: string | undefined }) => (
  <Checkbox name="renewal_consent" required label={renewalConsent(plan)} error={error} />
)
