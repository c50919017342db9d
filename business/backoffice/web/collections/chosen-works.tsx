import type { ComponentProps } from 'react'
import { Form, useSubmit } from 'react-router'
import type { CollectionWithWorks, FeaturedWork } from '#catalogue/featured.contract.ts'
import { UNTITLED } from '#catalogue/rules.ts'
import { Preview } from '#catalogue/web/index.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { IconNext, IconPrev, IconX } from '#platform/web/ui/icons.ts'
import { useDragOrder } from '#platform/web/use-drag-order.ts'
import css from './collection-page.module.css'

/** The works in their order, as one form: each button sends one step, and the works that this page shows. */
export function ChosenWorks({ collection: { works, version, cover_asset_id } }: { collection: CollectionWithWorks }) {
  const submit = useSubmit()
  const ids = works.map(({ asset_id }) => asset_id)
  const sent = { asset_ids: ids.join(','), version: String(version) }
  const dragging = useDragOrder(ids, (id, place) => {
    void submit({ ...sent, do: `place:${id}:${place}` }, { method: 'post', preventScrollReset: true })
  })
  if (works.length === 0)
    return (
      <EmptyState drawing="image" title="No works yet.">
        Search on this page, and add works by their pictures.
      </EmptyState>
    )
  return (
    <Form method="post" preventScrollReset>
      {Object.entries(sent).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <ol className={css['works']}>
        {works.map((work, place) => (
          <WorkCard
            key={work.asset_id}
            {...dragging(work.asset_id)}
            work={work}
            isCover={cover_asset_id === work.asset_id || (cover_asset_id === null && place === 0)}
            isFirst={place === 0}
            isLast={place === works.length - 1}
          />
        ))}
      </ol>
    </Form>
  )
}

type WorkCardProps = Omit<ComponentProps<'li'>, 'children'> & { work: FeaturedWork; isCover: boolean; isFirst: boolean; isLast: boolean }

function WorkCard({ work, isCover, isFirst, isLast, ...dragging }: WorkCardProps) {
  const { asset_id: id, is_on_sale } = work
  const title = work.title || UNTITLED
  return (
    <li {...dragging} className={css['work']}>
      <Preview asset={work} width={320} sizes="180px" />
      <p className={css['name']} title={title}>
        {title}
      </p>
      {!is_on_sale && (
        <p className={css['note']}>
          <Badge tone="warn">Not on sale</Badge>
        </p>
      )}
      <div className={css['steps']}>
        <StepButton step={`up:${id}`} label={`Move ${title} back`} isOff={isFirst}>
          <IconPrev size={16} aria-hidden="true" />
        </StepButton>
        <StepButton step={`down:${id}`} label={`Move ${title} on`} isOff={isLast}>
          <IconNext size={16} aria-hidden="true" />
        </StepButton>
        {isCover ? (
          <span className={css['cover']}>Cover</span>
        ) : (
          <Button type="submit" small kind="quiet" name="do" value={`cover:${id}`} aria-label={`Use ${title} as the cover`}>
            Cover
          </Button>
        )}
        <StepButton step={`remove:${id}`} label={`Remove ${title}`}>
          <IconX size={16} aria-hidden="true" />
        </StepButton>
      </div>
    </li>
  )
}

type StepButtonProps = { step: string; label: string; isOff?: boolean; children: ComponentProps<'button'>['children'] }

/** At an end of the list it stays focusable and changes nothing, so that the focus is not lost there. */
function StepButton({ step, label, isOff, children }: StepButtonProps) {
  return (
    <Button type="submit" small square kind="quiet" name="do" value={step} aria-label={label} aria-disabled={isOff || undefined}>
      {children}
    </Button>
  )
}
