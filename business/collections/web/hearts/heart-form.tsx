import { Form } from 'react-router'
import type { PageUser } from '#platform/web/page.ts'
import { classNames } from '#platform/web/ui/class-names.ts'
import { IconHeart } from '#platform/web/ui/icons.ts'
import { Heart } from './heart.tsx'
import css from './hearts.module.css'

/** The heart of an asset's page: a form of the same size until the button is there. Staff have no collections. */
export function HeartForm({ asset_id, title, user }: { asset_id: string; title: string; user: PageUser | null }) {
  if (user && user.role !== 'client') return null
  const form = (
    <Form method="post" action={`/hearts?asset_id=${asset_id}`}>
      <button type="submit" className={classNames(css['heart'], css['wide'])} aria-label={`Keep ${title} in a collection`}>
        <IconHeart size={20} stroke={1.75} aria-hidden="true" />
        Keep
      </button>
    </Form>
  )
  return <Heart asset_id={asset_id} title={title} isWide waiting={form} />
}
