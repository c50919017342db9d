import { HandOverForm } from '#licensing/web/index.ts'
import { Card } from '#platform/web/ui/card.tsx'
import type { CollectionWithItems } from '../../contract.ts'
import { countWorks } from '../../rules.ts'
import css from './collection-page.module.css'

type HandOverCardProps = { collection: CollectionWithItems; fields: Record<string, string> }

/** Downloads the files and certificates of all licensed works as one ZIP. */
export function HandOverCard({ collection: { id, licensed_count, hand_over }, fields }: HandOverCardProps) {
  return (
    <Card className={css['form']} aria-labelledby="hand-over">
      <h2 id="hand-over">Hand-over</h2>
      {hand_over ? (
        <>
          <p className={css['quiet']}>
            {countWorks(licensed_count)} with a license: files, certificates, the license terms, and a list, as one ZIP.
          </p>
          <HandOverForm source="collection" id={id} hand_over={hand_over} fields={fields} />
        </>
      ) : (
        <p className={css['quiet']}>Once you have licenses for these works, download their files and certificates here as one ZIP.</p>
      )}
    </Card>
  )
}
