import type { ReactNode } from 'react'
import { showDay } from '#platform/web/show.ts'
import { Page } from '#platform/web/ui/page.tsx'
import css from './legal-document.module.css'
import type { LegalText, Section } from './legal-text.ts'
import { Prose } from './prose.tsx'
import { SectionChips } from './section-chips.tsx'

interface LegalDocumentProps {
  text: LegalText
  /** Navigation with a chip for each section, for long texts. */
  chips?: boolean
  /** What stands before the sections. */
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
