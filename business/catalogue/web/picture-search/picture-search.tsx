import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { EmptyState, Skeleton } from '#platform/web/ui/card.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { VisuallyHidden } from '#platform/web/ui/feedback/spinner.tsx'
import { IconX } from '#platform/web/ui/icons.ts'
import { LIKENESS_WORDS, LIKENESSES } from '../../picture-search.rules.ts'
import { PictureChooser } from './picture-chooser.tsx'
import css from './picture-search.module.css'
import { hasFiles, isInTextField, pastedPicture, pictureOf } from './pictures-of.ts'
import { countFound, type Found, type Lists, type Search, type Searching, usePictureSearch } from './use-picture-search.ts'

type PictureSearchProps = {
  /** What to search with at once. Without it, the person chooses first. */
  picture?: Blob | undefined
  search: Search
  /** Shows works that were found, below a heading of level 3. */
  show: (assets: readonly Found[]) => ReactNode
  onClose: () => void
}

/** Searches by a picture that is chosen, dropped, or pasted, and shows what was found beside it. */
export function PictureSearch({ picture, search, show, onClose }: PictureSearchProps) {
  const { state, start, cancel } = usePictureSearch(search, picture)
  const title = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const drop = useDrop(start)
  usePaste(start)
  useEffect(() => heading.current?.focus(), [])
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  return (
    <section aria-labelledby={title} className={classNames(css['panel'], drop.isOver && css['over'])} onKeyDown={press} {...drop.handlers}>
      <header className={css['head']}>
        <h2 id={title} ref={heading} tabIndex={-1} className={css['title']}>
          Search by picture
        </h2>
        <Button type="button" kind="quiet" onClick={onClose}>
          <IconX size={18} aria-hidden="true" />
          Close
        </Button>
      </header>
      <VisuallyHidden>
        <span role="status">{statusOf(state)}</span>
      </VisuallyHidden>
      {state.error && <Notice tone="bad">{state.error}</Notice>}
      {state.url && <Chosen state={state} url={state.url} onStart={start} onCancel={cancel} />}
      {!state.isBusy && !state.lists && <PictureChooser onPicture={start} />}
      {state.isBusy && <Loading />}
      {state.lists && <FoundLists lists={state.lists} show={show} />}
    </section>
  )
}

function statusOf({ isBusy, lists }: Searching): string {
  if (isBusy) return 'Searching…'
  return lists ? countFound(lists) : ''
}

type ChosenProps = { state: Searching; url: string; onStart: (picture: Blob) => void; onCancel: () => void }

/** The picture that is searched with, and what can be done about it. */
function Chosen({ state: { picture, isBusy, lists, error }, url, onStart, onCancel }: ChosenProps) {
  const name = picture instanceof File ? picture.name : undefined
  return (
    <div className={css['chosen']}>
      <ChosenPicture key={url} url={url} />
      <div className={css['about']}>
        <p className={css['name']}>{name ?? 'Your picture'}</p>
        <p className={css['quiet']}>We compare it and do not store it.</p>
        <div className={css['buttons']}>
          {isBusy && (
            <Button type="button" onClick={onCancel}>
              Cancel
            </Button>
          )}
          {error && picture && (
            <Button type="button" onClick={() => onStart(picture)}>
              Try again
            </Button>
          )}
          {lists && (
            <Button type="button" onClick={onCancel}>
              Use another picture
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

/** Some pictures that the server reads cannot be shown by every browser. */
function ChosenPicture({ url }: { url: string }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <div className={css['picture']} aria-hidden="true" />
  return <img className={css['picture']} src={url} alt="The one you search with" onError={() => setBroken(true)} />
}

const PLACEHOLDERS = [1, 2, 3, 4]

function Loading() {
  return (
    <div className={css['loading']} aria-hidden="true">
      {PLACEHOLDERS.map((place) => (
        <div key={place} className={css['placeholder']}>
          <Skeleton height="auto" radius="var(--radius-card)" />
          <Skeleton width="70%" />
          <Skeleton width="40%" />
        </div>
      ))}
    </div>
  )
}

function FoundLists({ lists, show }: { lists: Lists; show: PictureSearchProps['show'] }) {
  const found = LIKENESSES.filter((likeness) => lists[likeness].length > 0)
  if (found.length === 0)
    return (
      <EmptyState title="No work looks like this picture.">
        <p>Try a picture that shows the drawing alone, or search by words.</p>
      </EmptyState>
    )
  return found.map((likeness) => (
    <section key={likeness} className={css['list']} aria-labelledby={`likeness-${likeness}`}>
      <div className={css['likeness']}>
        <h3 id={`likeness-${likeness}`}>{LIKENESS_WORDS[likeness].title}</h3>
        <p className={css['quiet']}>{LIKENESS_WORDS[likeness].why}</p>
      </div>
      {show(lists[likeness])}
    </section>
  ))
}

/** A file that is dropped anywhere on the panel. */
function useDrop(onPicture: (picture: Blob) => void) {
  const [isOver, setOver] = useState(false)
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event.dataTransfer)) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: (event: DragEvent) => {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false)
      },
      onDrop: (event: DragEvent) => {
        setOver(false)
        // The browser would open an address or a file that is dropped here.
        event.preventDefault()
        const picture = pictureOf(event.dataTransfer)
        if (picture) onPicture(picture)
      }
    }
  }
}

/** A picture that is pasted anywhere on the page. Text is left to the field that it is pasted into. */
function usePaste(onPicture: (picture: Blob) => void): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const picture = pastedPicture(event.clipboardData, isInTextField(event.target))
    if (!picture || event.defaultPrevented) return
    event.preventDefault()
    onPicture(picture)
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => paste(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])
}
