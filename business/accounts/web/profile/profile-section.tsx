import type { ReactNode } from 'react'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import css from './profile-section.module.css'

interface ProfileSectionProps {
  /** The section's id, to link to. */
  id: string
  title: string
  about: ReactNode
  /** The form's success message and its form-wide error. */
  said?: string | undefined
  error?: string | undefined
  children: ReactNode
}

/** A heading with a description, and the content next to it. Stacked on a phone. */
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
