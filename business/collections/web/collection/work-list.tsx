import { type ComponentProps, useDeferredValue, useSyncExternalStore } from 'react'
import { Form, Link, useNavigation, useSubmit } from 'react-router'
import { UNTITLED } from '#catalogue/rules.ts'
import { Preview } from '#catalogue/web/index.ts'
import { LICENSE_NAMES } from '#licensing/rules.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { TextArea } from '#platform/web/ui/form/text-field.tsx'
import { IconByHand, IconNext, IconPrev, IconX } from '#platform/web/ui/icons.ts'
import { useDragOrder } from '#platform/web/use-drag-order.ts'
import type { CollectionItem, CollectionWithItems } from '../../contract.ts'
import { NOTE_MAX } from '../../rules.ts'
import { arranged } from './arranged.ts'
import css from './collection-page.module.css'

type WorkListProps = { collection: CollectionWithItems; noted: string | null; fields: Record<string, string> }

/** The works in their order. What was just moved or removed shows immediately; if the server refuses, it is shown as before. */
export function WorkList({ collection: { id, items, is_own }, noted, fields }: WorkListProps) {
  const submit = useSubmit()
  const shown = arranged(items, useNavigation().formData?.get('do'))
  const places = new Map(items.map(({ asset_id, position }) => [asset_id, position]))
  const ids = shown.map(({ asset_id }) => asset_id)
  const dragging = useDragOrder(ids, (asset_id, place) => {
    const target = places.get(ids[place] ?? '')
    if (target !== undefined) void submit({ do: `move:${asset_id}:${target}` }, { method: 'post', preventScrollReset: true })
  })
  const isWhole = useWhole()
  const [before, after] = [(place: number) => shown[place - 1]?.position, (place: number) => shown[place + 1]?.position]
  return (
    <div>
      {is_own && <Form id={STEPS} method="post" preventScrollReset />}
      {is_own && <StepIcons />}
      <ol className={css['works']}>
        {(isWhole ? shown : shown.slice(0, FIRST)).map((item, place) => (
          <WorkCard
            key={item.asset_id}
            {...(is_own && dragging(item.asset_id))}
            item={item}
            steps={is_own ? { back: before(place), on: after(place), note: `/collections/${id}?note=${item.asset_id}` } : undefined}
            note={is_own && noted === item.asset_id ? { closed: `/collections/${id}`, error: fields['note'] } : undefined}
          />
        ))}
      </ol>
    </div>
  )
}

/** More than fit on a screen. */
const FIRST = 48
const never = () => () => {}

/** False for a moment where a link has opened the page: the first works show before the other hundreds are drawn. */
function useWhole(): boolean {
  const isLinked = useSyncExternalStore(
    never,
    () => true,
    () => false
  )
  return useDeferredValue(true, !isLinked)
}

/** One form for the buttons of all works: a form for each would double the page. */
const STEPS = 'steps'

type Steps = {
  /** The positions of the neighbors. Undefined at an end. */
  back: number | undefined
  on: number | undefined
  /** The address that opens the note. */
  note: string
}
type WorkCardProps = Omit<ComponentProps<'li'>, 'children'> & {
  item: CollectionItem
  steps: Steps | undefined
  note: { closed: string; error: string | undefined } | undefined
}

function WorkCard({ item, steps, note, ...dragging }: WorkCardProps) {
  const title = item.asset.title || UNTITLED
  return (
    <li {...dragging} className={css['work']}>
      <Link to={`/assets/${item.asset_id}`} tabIndex={-1} aria-hidden="true" draggable={false}>
        <Preview asset={item.asset} width={320} sizes="220px" />
      </Link>
      <div className={css['about']}>
        <Link to={`/assets/${item.asset_id}`} className={css['name']} title={title} draggable={false}>
          {title}
        </Link>
        {item.licenses.length > 0 && (
          <p className={css['held']}>
            <Badge tone="good">{item.licenses.map((type) => LICENSE_NAMES[type]).join(', ')}</Badge>
          </p>
        )}
        {note ? <NoteForm item={item} {...note} /> : item.note && <p className={css['note']}>{item.note}</p>}
      </div>
      {steps && <StepButtons id={item.asset_id} title={title} hasNote={item.note !== null} {...steps} />}
    </li>
  )
}

const STEP_ICONS = { back: IconPrev, on: IconNext, note: IconByHand, remove: IconX }

/** The drawings of the buttons, once for all works: a collection has up to 500. */
function StepIcons() {
  return (
    <svg width={0} height={0} className={css['drawings']} aria-hidden="true">
      {Object.entries(STEP_ICONS).map(([name, Icon]) => (
        <symbol key={name} id={`step-${name}`} viewBox="0 0 24 24">
          <Icon size={24} />
        </symbol>
      ))}
    </svg>
  )
}

function StepIcon({ name }: { name: keyof typeof STEP_ICONS }) {
  return (
    <svg width={16} height={16} aria-hidden="true">
      <use href={`#step-${name}`} />
    </svg>
  )
}

type StepButtonsProps = Steps & { id: string; title: string; hasNote: boolean }

function StepButtons({ id, title, hasNote, back, on, note }: StepButtonsProps) {
  return (
    <div className={css['steps']}>
      <StepButton step={`move:${id}:${back ?? ''}`} label={`Move ${title} back`} isOff={back === undefined}>
        <StepIcon name="back" />
      </StepButton>
      <StepButton step={`move:${id}:${on ?? ''}`} label={`Move ${title} on`} isOff={on === undefined}>
        <StepIcon name="on" />
      </StepButton>
      <LinkButton
        to={note}
        kind="quiet"
        small
        square
        preventScrollReset
        aria-label={`${hasNote ? 'Change' : 'Write'} a note on ${title}`}
        draggable={false}
      >
        <StepIcon name="note" />
      </LinkButton>
      <StepButton step={`remove:${id}`} label={`Remove ${title}`}>
        <StepIcon name="remove" />
      </StepButton>
    </div>
  )
}

type StepButtonProps = { step: string; label: string; isOff?: boolean; children: ComponentProps<'button'>['children'] }

/** At an end of the list it stays focusable and sends nothing, so that the focus is not lost there. */
function StepButton({ step, label, isOff, children }: StepButtonProps) {
  return (
    <Button
      type={isOff ? 'button' : 'submit'}
      form={STEPS}
      small
      square
      kind="quiet"
      name="do"
      value={step}
      aria-label={label}
      aria-disabled={isOff || undefined}
    >
      {children}
    </Button>
  )
}

function NoteForm({ item, closed, error }: { item: CollectionItem; closed: string; error: string | undefined }) {
  return (
    <Form method="post" action={closed} preventScrollReset className={css['noteForm']}>
      <input type="hidden" name="intent" value="note" />
      <input type="hidden" name="asset_id" value={item.asset_id} />
      <TextArea label="Note" name="note" rows={3} maxLength={NOTE_MAX} defaultValue={item.note ?? ''} error={error} autoFocus />
      <div className={css['row']}>
        <Button type="submit" small kind="main">
          Save
        </Button>
        <LinkButton to={closed} small kind="quiet" preventScrollReset>
          Cancel
        </LinkButton>
      </div>
    </Form>
  )
}
