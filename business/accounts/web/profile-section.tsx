import type { ReactNode } from 'react'
import { Notice } from '#platform/web/ui/notice.tsx'
import css from './profile-section.module.css'

interface ProfileSectionProps {
  /** The heading's id, to link to. */
  id: string
  title: string
  about: ReactNode
  /** Of its form: what went well, and what went wrong with it as a whole. */
  said?: string | undefined
  error?: string | undefined
  children: ReactNode
}

/** What it is about in a quiet column, what one does beside it; on a phone one below the other. */
export function ProfileSection({ id, title, about, said, error, children }: ProfileSectionProps) {
  return (
    <section className={css['section']} aria-labelledby={id}>
      <div className={css['about']}>
        <h2 id={id}>{title}</h2>
        <p>{about}</p>
      </div>
      <div className={css['body']}>
        {said && <Notice tone="good">{said}</Notice>}
        {error && <Notice tone="bad">{error}</Notice>}
        {children}
      </div>
    </section>
  )
}
