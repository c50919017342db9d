import type { ComponentProps, ReactNode } from 'react'
import css from './card.module.css'
import { classNames } from './class-names.ts'
import { Drawing, type DrawingName } from './empty/drawing.tsx'

/** `flush` removes the padding, so that a picture or table reaches the edges. */
export function Card({ flush, className, ...rest }: ComponentProps<'section'> & { flush?: boolean }) {
  return <section {...rest} className={classNames(css['card'], flush && css['flush'], className)} />
}

/** An item of a list: a picture that reaches the edges, and text below it. */
export function PictureCard({ className, ...rest }: ComponentProps<'li'>) {
  return <li {...rest} className={classNames(css['card'], css['flush'], css['picture'], className)} />
}

/** The title of a PictureCard, on one line. */
export function PictureCardTitle({ title, className, children }: { title: string; className?: string | undefined; children: ReactNode }) {
  return (
    <h2 className={classNames(css['pictureTitle'], className)} title={title}>
      {children}
    </h2>
  )
}

/** Shows one number of a dashboard with its label. */
export function Stat({ label, value, note }: { label: ReactNode; value: ReactNode; note?: ReactNode }) {
  return (
    <Card className={css['stat']}>
      <div className={css['statLabel']}>{label}</div>
      <div className={css['statValue']}>{value}</div>
      {note && <div className={css['statNote']}>{note}</div>}
    </Card>
  )
}

/** Tells the person what to do next when there is nothing to show. */
export function EmptyState({
  drawing = 'folder',
  title,
  action,
  children
}: {
  drawing?: DrawingName
  title: ReactNode
  action?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className={css['empty']}>
      <Drawing name={drawing} />
      <p className={css['emptyTitle']}>{title}</p>
      {children && <div className={css['emptyText']}>{children}</div>}
      {action}
    </div>
  )
}

/** A placeholder of the same size as the content that is loading. */
export function Skeleton({ width = '100%', height = '1em', radius }: { width?: string; height?: string; radius?: string }) {
  return <span className={css['skeleton']} style={{ width, height, borderRadius: radius }} aria-hidden="true" />
}
