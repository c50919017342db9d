import { useRouteLoaderData } from 'react-router'
import type { PageUser } from '#platform/web/page.ts'
import { classNames } from '#platform/web/ui/class-names.ts'
import { IconHeart } from '#platform/web/ui/icons.ts'
import css from './hearts.module.css'
import { toggleHeart, useHeart } from './hearts-store.ts'

type HeartButtonProps = { asset_id: string; title: string; className?: string | undefined; isWide?: boolean }

/** Staff have no collections, so they see no heart, and nothing is asked for them: the refusal of a wrong role would sign them out. */
export default function HeartButton(props: HeartButtonProps) {
  const user = useRouteLoaderData<{ user: PageUser | null }>('root')?.user ?? null
  if (user && user.role !== 'client') return null
  return <PersonsHeart {...props} person={user?.id ?? null} />
}

function PersonsHeart({ asset_id, title, className, isWide, person }: HeartButtonProps & { person: string | null }) {
  const isOn = useHeart(asset_id, person)
  return (
    <button
      type="button"
      className={classNames(css['heart'], isWide && css['wide'], className)}
      aria-pressed={isOn}
      aria-label={`Keep ${title} in a collection`}
      title={isOn ? 'Remove from your collection' : 'Keep in a collection'}
      onClick={() => void toggleHeart(asset_id, person)}
    >
      <IconHeart size={20} stroke={1.75} aria-hidden="true" />
      {isWide && (isOn ? 'Kept' : 'Keep')}
    </button>
  )
}
