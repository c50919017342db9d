import { useSyncExternalStore } from 'react'
import { Form } from 'react-router'
import type { PageUser } from '#platform/web/page.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { IconHeart } from '#platform/web/ui/icons.ts'
import { Heart } from './heart.tsx'

const never = () => () => {}

/** The heart of an asset's page: a form until the browser takes over. Staff have no collections. */
export function HeartForm({ asset_id, title, user }: { asset_id: string; title: string; user: PageUser | null }) {
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false
  )
  if (user && user.role !== 'client') return null
  if (isHydrated) return <Heart asset_id={asset_id} title={title} isWide />
  return (
    <Form method="post" action={`/hearts?asset_id=${asset_id}`}>
      <Button type="submit" kind="quiet" small aria-label={`Keep ${title} in a collection`}>
        <IconHeart size={20} stroke={1.75} aria-hidden="true" />
        Keep
      </Button>
    </Form>
  )
}
