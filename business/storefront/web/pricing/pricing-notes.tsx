import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { GRACE_DAYS, NOTICE_DAYS, planOf, YEARLY_SAVING } from '#subscriptions/rules.ts'
import css from './pricing-page.module.css'

const TEAM = planOf('team_monthly')

const NOTES: readonly { question: string; answer: ReactNode }[] = [
  {
    question: 'How do I pay?',
    answer: 'Through PayPal, by card or wallet. You are charged when you subscribe and each month or year after that.'
  },
  {
    question: 'Can I cancel?',
    answer:
      'Yes, at any time under My Subscription. You keep access until the end of the period you paid for, and until then you can undo the cancellation.'
  },
  {
    question: 'What counts as a download?',
    answer: 'Each asset counts once. Downloading the same asset again is not counted while your plan is active.'
  },
  { question: 'Do unused downloads carry over?', answer: 'No. Each month starts with the full number of downloads.' },
  {
    question: 'Can I change my plan?',
    answer:
      'Yes. A dearer plan starts at once, and you pay its price less a credit for your unused days. A cheaper plan starts with the next period. You see the amount before you agree, and you approve the change at PayPal.'
  },
  {
    question: 'How does a yearly plan work?',
    answer: `You pay once a year, with ${YEARLY_SAVING}. Downloads are still counted each month. We email you ${NOTICE_DAYS} days before it renews, with the amount and a link that cancels the renewal.`
  },
  {
    question: 'How do seats work?',
    answer: `The owner of a ${TEAM.name} plan has one seat and can invite ${TEAM.seats - 1} people by email. Everyone shares the downloads, and only the owner sees prices.`
  },
  {
    question: 'What if a payment fails?',
    answer: `Your plan stays active for ${GRACE_DAYS} days, so that you can update the payment at PayPal.`
  },
  {
    question: 'Can I get my money back?',
    answer:
      'We decide plan refunds case by case if there were no downloads after the billing date. Single-asset sales are final because the file is delivered immediately.'
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
        For the full terms, see the <Link to="/subscription-terms">Subscription Terms</Link>. For more answers, see the{' '}
        <Link to="/faq">FAQ</Link>.
      </p>
    </section>
  )
}
