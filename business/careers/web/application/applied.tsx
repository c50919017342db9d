import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { WORDS } from '../../rules.ts'

export const Applied = () => (
  <Notice tone="good" title={WORDS.applied}>
    We have sent you a confirmation email. We review every application and reply by email.
  </Notice>
)
