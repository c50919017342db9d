import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { type Plan, renewalConsent } from '../../rules.ts'

/** Never checked by default: the law requires the client to check it. */
export const ConsentField = ({ plan, error }: { plan: Pick<Plan, 'name' | 'price_cents' | 'interval'>; error?: string | undefined }) => (
  <Checkbox name="renewal_consent" required label={renewalConsent(plan)} error={error} />
)
