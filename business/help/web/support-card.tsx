import { LinkButton } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { SUPPORT_HOURS } from '../rules.ts'
import css from './support-card.module.css'

export function SupportCard({ email }: { email: string }) {
  return (
    <Card className={css['card']} aria-labelledby="support">
      <h2 id="support">Still have a question?</h2>
      <p>
        Write to <a href={`mailto:${email}`}>{email}</a>. Support hours: {SUPPORT_HOURS}.
      </p>
      <LinkButton to="/contact">Contact support</LinkButton>
    </Card>
  )
}
