import { Link } from 'react-router'
import { ORIGIN_LABELS, ORIGIN_MEANINGS, type Origin } from '#catalogue/origin.rules.ts'
import { IconByHand, IconQuestion, IconSparkles } from '#platform/web/ui/icons.ts'
import css from './origin-label.module.css'

const ICONS = { human: IconByHand, ai_assisted: IconSparkles, ai_generated: IconSparkles, unknown: IconQuestion } as const

/** Where the picture comes from, as its artist states it. Leads to the other works of this origin. */
export function OriginLabel({ origin }: { origin: Origin }) {
  const Icon = ICONS[origin]
  return (
    <p className={css['origin']}>
      <Link to={`/?origin=${origin}`} className={css['label']} rel="nofollow" title={ORIGIN_MEANINGS[origin]}>
        <Icon size={16} aria-hidden="true" />
        {ORIGIN_LABELS[origin]}
      </Link>
    </p>
  )
}
