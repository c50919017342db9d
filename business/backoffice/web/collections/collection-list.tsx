import { type ComponentProps, useState } from 'react'
import { Form, Link, useSubmit } from 'react-router'
import type { EditedCollection } from '#catalogue/featured.contract.ts'
import { Preview } from '#catalogue/web/index.ts'
import { showNumber } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { DeleteDialog } from '#platform/web/ui/feedback/delete-dialog.tsx'
import { IconDown, IconRaise } from '#platform/web/ui/icons.ts'
import { useDragOrder } from '#platform/web/use-drag-order.ts'
import css from './collections-page.module.css'

type CollectionListProps = { collections: readonly EditedCollection[]; shown: readonly EditedCollection[] }

/**
 * The shown collections in their order. They are moved by dragging, or by their buttons, which also work without JavaScript; only while all
 * are shown, because a place among some says nothing about the others.
 */
export function CollectionList({ collections, shown }: CollectionListProps) {
  const [toDelete, setToDelete] = useState<EditedCollection>()
  const submit = useSubmit()
  const ids = collections.map(({ id }) => id)
  const order = { intent: 'order', ids: ids.join(',') }
  const dragging = useDragOrder(ids, (id, place) => {
    void submit({ ...order, do: `place:${id}:${place}` }, { method: 'post', preventScrollReset: true })
  })
  if (collections.length === 0)
    return (
      <EmptyState drawing="image" title="No collections yet.">
        Add the first one with a title and a sentence.
      </EmptyState>
    )
  if (shown.length === 0)
    return (
      <EmptyState
        drawing="search"
        title="No collections found."
        action={<LinkButton to="/admin/collections">Show all collections</LinkButton>}
      >
        Try another word or another state.
      </EmptyState>
    )
  const isWhole = shown.length === collections.length
  return (
    <>
      <ol className={css['list']}>
        {shown.map((collection, place) => (
          <CollectionRow
            key={collection.id}
            {...(isWhole && dragging(collection.id))}
            collection={collection}
            order={isWhole ? order : undefined}
            isFirst={place === 0}
            isLast={place === shown.length - 1}
            onDelete={() => setToDelete(collection)}
          />
        ))}
      </ol>
      <DeleteDialog title="Delete this collection?" sent={toDelete && { id: toDelete.id }} onClose={() => setToDelete(undefined)}>
        “{toDelete?.title}” and its page will be gone. Its works stay in the catalogue.
      </DeleteDialog>
    </>
  )
}

type CollectionRowProps = Omit<ComponentProps<'li'>, 'children'> & {
  collection: EditedCollection
  /** Absent where the order cannot be changed. */
  order: Record<string, string> | undefined
  isFirst: boolean
  isLast: boolean
  onDelete: () => void
}

function CollectionRow({ collection, order, isFirst, isLast, onDelete, ...dragging }: CollectionRowProps) {
  const { id, title, covers, work_count, item_count, is_published } = collection
  const publishing = is_published ? 'unpublish' : 'publish'
  return (
    <li {...dragging} className={css['row']}>
      <div className={css['covers']}>
        {covers.slice(0, 3).map((cover) => (
          <Preview key={cover.asset_id} asset={cover} width={320} sizes="72px" className={css['cover']} />
        ))}
      </div>
      <div className={css['about']}>
        <h2 className={css['title']}>
          <Link to={`/admin/collections/${id}`}>{title}</Link>
        </h2>
        <p className={css['quiet']}>
          <Badge tone={is_published ? 'good' : 'quiet'}>{is_published ? 'Published' : 'Not published'}</Badge>
          {countOf({ work_count, item_count })}
        </p>
      </div>
      <div className={css['actions']}>
        {order && (
          <Form method="post" preventScrollReset className={css['moves']}>
            <Hidden fields={order} />
            <MoveButton step={`up:${id}`} label={`Move ${title} up`} isOff={isFirst} />
            <MoveButton step={`down:${id}`} label={`Move ${title} down`} isOff={isLast} />
          </Form>
        )}
        <LinkButton to={`/admin/collections/${id}`} small aria-label={`Edit ${title}`}>
          Edit
        </LinkButton>
        <Form method="post" preventScrollReset>
          <Hidden fields={{ intent: publishing, id }} />
          <Button type="submit" small aria-label={`${is_published ? 'Unpublish' : 'Publish'} ${title}`}>
            {is_published ? 'Unpublish' : 'Publish'}
          </Button>
        </Form>
        <Button type="button" small kind="danger" aria-label={`Delete ${title}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </li>
  )
}

function countOf({ work_count, item_count }: Pick<EditedCollection, 'work_count' | 'item_count'>): string {
  const works = `${showNumber(work_count)} ${work_count === 1 ? 'work' : 'works'}`
  const hidden = work_count - item_count
  return hidden > 0 ? `${works}, ${showNumber(hidden)} not on sale` : works
}

const Hidden = ({ fields }: { fields: Record<string, string> }) =>
  Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)

type MoveButtonProps = { step: string; label: string; isOff: boolean }

/** At an end of the list it stays focusable and does nothing, so that the focus is not lost there. */
function MoveButton({ step, label, isOff }: MoveButtonProps) {
  return (
    <Button type="submit" small square kind="quiet" name="do" value={step} aria-label={label} aria-disabled={isOff || undefined}>
      {step.startsWith('up') ? <IconRaise size={16} aria-hidden="true" /> : <IconDown size={16} aria-hidden="true" />}
    </Button>
  )
}
