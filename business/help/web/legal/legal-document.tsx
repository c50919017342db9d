import type { ReactNode } from 'react'
import { showDay } from '#platform/web/show.ts'
import { Page } from '#platform/web/ui/page.tsx'
import { Prose } from '../prose.tsx'
import css from './legal-document.module.css'
import type { LegalText, Section } from './legal-text.ts'
import { SectionChips } from './section-chips.tsx'

interface LegalDocumentProps {
  text: LegalText
  /** Shows the section navigation and numbers the sections. */
  chips?: boolean
  /** Content before the sections. */
  children?: ReactNode
}

export function LegalDocument({ text, chips, children }: LegalDocumentProps) {
  return (
    <Page width="text" title={text.title} intro={text.intro}>
      <p className={css['updated']}>
        Last updated <time dateTime={text.updated}>{showDay(text.updated)}</time>
      </p>
      {children}
      <div className={chips ? css['guided'] : undefined}>
        {chips && <SectionChips sections={text.sections} />}
        <div className={css['sections']}>
          {text.sections.map((section, index) => (
            <LegalSection key={section.id} section={section} number={chips ? index + 1 : undefined} />
          ))}
        </div>
      </div>
    </Page>
  )
}

function LegalSection({ section, number }: { section: Section; number: number | undefined }) {
  const heading = `${section.id}-title`
  return (
    <section id={section.id} aria-labelledby={heading} className={css['section']}>
      <h2 id={heading}>
        {number && <span className={css['number']}>{number}. </span>}
        {section.title}
      </h2>
      <Prose blocks={section.body} />
    </section>
  )
}
