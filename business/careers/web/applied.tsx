import { Notice } from '#platform/web/ui/notice.tsx'
import { WORDS } from '../rules.ts'

export const Applied = () => (
  <Notice tone="good" title={WORDS.applied}>
    We have sent you a mail about it. We look at every application, and answer by mail.
  </Notice>
)
