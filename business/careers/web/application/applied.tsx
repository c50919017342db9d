import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { MESSAGES } from '../../rules.ts'

export const Applied = () => (
  <Notice tone="good" title={MESSAGES.applied}>
    We have sent you a confirmation email. We review every application and reply by email.
  </Notice>
)
