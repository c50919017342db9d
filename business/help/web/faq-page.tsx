import { useState } from 'react'
import { Form, useSearchParams } from 'react-router'
import { shownToAll } from '#platform/web/page.ts'
import { publicMeta, siteOf } from '#platform/web/site.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { countLabel, faqCategory, matchingQuestions } from '../rules.ts'
import type { Route } from './+types/faq-page.ts'
import { FaqFilters } from './faq-filters.tsx'
import css from './faq-page.module.css'
import { QuestionList } from './question-list.tsx'
import { allQuestions } from './questions/all.ts'
import { SupportCard } from './support-card.tsx'

const FACTS = {
  path: '/faq',
  title: 'FAQ',
  description: 'Answers about licenses, plans, refunds, uploads, wages, custom requests, accounts and privacy.'
}

export const meta: Route.MetaFunction = ({ loaderData: { site } }) => publicMeta(FACTS, site)

export const headers = shownToAll

export function loader({ context }: Route.LoaderArgs) {
  const site = siteOf(context)
  return { site, questions: allQuestions(site) }
}

/** The address holds what was sent; once the page is alive, typing and pressing filter at once. */
export default function FaqPage({ loaderData: { site, questions } }: Route.ComponentProps) {
  const [sent] = useSearchParams()
  const [category, setCategory] = useState(faqCategory(sent.get('category')))
  const [typed, setTyped] = useState(sent.get('search') ?? '')
  const found = matchingQuestions(questions, category, typed)
  return (
    <Page width="text" title={FACTS.title} intro="Short answers. If yours is missing, ask us.">
      <Form method="get" replace preventScrollReset className={css['filters']}>
        <FaqFilters category={category} onCategory={setCategory} typed={typed} onTyped={setTyped} />
      </Form>
      <p role="status" className={css['count']}>
        {countLabel(found.length)}
      </p>
      <QuestionList questions={found} />
      <SupportCard email={site.support_email} />
      <p className={css['back']}>
        <LinkButton to="/">Back to Home</LinkButton>
      </p>
    </Page>
  )
}
