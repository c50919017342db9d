import { useState } from 'react'
import { Form, useSearchParams } from 'react-router'
import { publicPageHeaders } from '#platform/web/page.ts'
import { publicMeta, siteOf } from '#platform/web/site.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { countLabel, faqCategory, matchingQuestions } from '../../rules.ts'
import { forSite } from '../site-text.ts'
import { SupportCard } from '../support-card.tsx'
import type { Route } from './+types/faq-page.ts'
import { FaqFilters } from './faq-filters.tsx'
import css from './faq-page.module.css'
import { QuestionList } from './question-list.tsx'
import { QUESTIONS } from './questions.ts'

const PAGE_META = {
  path: '/faq',
  title: 'FAQ',
  description: 'Answers about licenses, plans, refunds, uploads, wages, custom requests, accounts, and privacy.'
}

export const meta: Route.MetaFunction = ({ loaderData: { site } }) => publicMeta(PAGE_META, site)

export const headers = publicPageHeaders

export function loader({ context }: Route.LoaderArgs) {
  const site = siteOf(context)
  return { site, questions: forSite(QUESTIONS, site) }
}

/** The filters come from the page's address. After hydration, they apply immediately while typing. */
export default function FaqPage({ loaderData: { site, questions } }: Route.ComponentProps) {
  const [sent] = useSearchParams()
  const [category, setCategory] = useState(faqCategory(sent.get('category')))
  const [search, setSearch] = useState(sent.get('search') ?? '')
  const found = matchingQuestions(questions, category, search)
  return (
    <Page width="text" title={PAGE_META.title} intro="Short answers to common questions. If you do not find yours, contact us.">
      <Form method="get" replace preventScrollReset className={css['filters']}>
        <FaqFilters category={category} onCategory={setCategory} search={search} onSearch={setSearch} />
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
