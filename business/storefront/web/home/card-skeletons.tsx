import { Skeleton } from '#platform/web/ui/card.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import coverCss from '#platform/web/ui/cover-link.module.css'
import cardCss from './asset-card.module.css'
import gridCss from './asset-grid.module.css'
import css from './card-skeletons.module.css'

/** One row of cards that are still loading, in the places and sizes of those that follow. */
export function CardSkeletons({ count }: { count: number }) {
  const numbers = Array.from({ length: count }, (_, place) => place + 1)
  return (
    <ul className={classNames(gridCss['grid'], gridCss['strip'])} aria-hidden="true">
      {numbers.map((number) => (
        <li key={number} className={classNames(coverCss['card'], cardCss['card'])}>
          <div className={css['picture']}>
            <Skeleton height="100%" radius="0" />
          </div>
          <div className={cardCss['details']}>
            <div className={classNames(cardCss['title'], css['line'])}>
              <Skeleton width="70%" />
            </div>
            <div className={cardCss['quiet']}>
              <Skeleton width="5em" />
            </div>
            <div className={classNames(cardCss['get'], css['get'])} />
          </div>
        </li>
      ))}
    </ul>
  )
}
