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
    answer: 'An asset that the plan has not given yet. The same asset again costs nothing as long as the plan goes on.'
  },
  { question: 'Do unused downloads carry over?', answer: 'No. Each month begins with the full number.' },
  {
    question: 'Can I change my plan?',
    answer: 'Yes, from the next month on. You approve it at PayPal, and until then you can keep the plan you have.'
  },
  { question: 'Is there a yearly plan?', answer: 'By arrangement: write to our support.' },
  {
    question: 'How do seats work?',
    answer: 'The owner of a Team plan sits on one seat and invites 4 people by email. They share its downloads and see no prices.'
  },
  {
    question: 'What if a payment fails?',
    answer: `The plan stays open for ${GRACE_DAYS} days, so that it can be put right at PayPal.`
  },
  {
    question: 'Can I get my money back?',
    answer:
      'For a plan we decide case by case, when there were no downloads after the billing date. Single-asset sales are final, because the file is delivered at once.'
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
