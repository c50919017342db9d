import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { GRACE_DAYS } from '#subscriptions/rules.ts'
import css from './pricing-page.module.css'

const NOTES: readonly { question: string; answer: ReactNode }[] = [
  {
    question: 'How do I pay?',
    answer: 'At PayPal, by card or wallet. The plan is charged when you subscribe, and each month from then on.'
  },
  {
    question: 'Can I cancel?',
    answer: 'At any time, with one press under My Subscription. You keep access to the end of the month you paid for.'
  },
  {
    question: 'What counts as a download?',
    answer: 'An asset you have not had yet in this month of the plan. The same asset again costs nothing.'
  },
  { question: 'Do unused downloads carry over?', answer: 'No. Each month begins with the full number.' },
  {
    question: 'How do seats work?',
    answer: 'The owner of a Team plan sits on one seat and invites 4 people by email. They share its downloads and see no prices.'
  },
  {
    question: 'What if a payment fails?',
    answer: `The plan stays open for ${GRACE_DAYS} days, so that it can be put right at PayPal.`
  }
]

export function PricingNotes() {
  return (
    <section className={css['section']} aria-labelledby="notes">
      <h2 id="notes">Good to know</h2>
      <dl className={css['notes']}>
        {NOTES.map(({ question, answer }) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
      <p className={css['wide']}>
        All of it word for word: <Link to="/subscription-terms">Subscription Terms</Link>. More answers: <Link to="/faq">FAQ</Link>.
      </p>
    </section>
  )
}
