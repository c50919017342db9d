import { Badge } from '#platform/web/ui/badge.tsx'
import type { Tone } from '#platform/web/ui/feedback/notice.tsx'
import type { SubscriptionState } from '../rules.ts'

const STATES: Record<SubscriptionState, { word: string; tone: Tone | 'quiet' }> = {
  created: { word: 'Not paid yet', tone: 'quiet' },
  inactive: { word: 'Inactive', tone: 'quiet' },
  active: { word: 'Active', tone: 'good' },
  grace: { word: 'Payment failed', tone: 'warn' },
  ended: { word: 'Ended', tone: 'quiet' }
}

export function PlanState({ state }: { state: SubscriptionState }) {
  const { word, tone } = STATES[state]
  return <Badge tone={tone}>{word}</Badge>
}
