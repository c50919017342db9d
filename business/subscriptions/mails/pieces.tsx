import { type Cents, inDollars } from '#platform/contract/money.ts'
import { BUSINESS_ZONE } from '#platform/contract/zone.ts'
import { MailLink, MailText, type Sender, typedWords } from '#platform/mails/index.ts'
import type { Interval } from '../rules.ts'

/** The details that every mail about a plan needs. */
export type PlanDetails = { sender: Sender; name: string; plan_name: string; price_cents: Cents; interval: Interval }

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: BUSINESS_ZONE })
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

export const showDay = (at: Date): string => day.format(at)
export const showPrice = (amount: Cents): string => dollars.format(inDollars(amount))

/** Adds the name, unless the name contains an advertisement. */
export function greeting(words: string, name: string): string {
  const typed = typedWords(name)
  return typed === undefined ? words : `${words}, ${typed}`
}

export const planPage = ({ public_url }: Sender): string => `${public_url}/client/subscriptions`

/** Explains how to cancel. Every mail about a renewal contains it. */
export function HowToCancel({ sender }: { sender: Sender }) {
  return (
    <MailText>
      You can cancel the renewal at any time under <MailLink href={planPage(sender)}>My Subscription</MailLink>. You keep access until the
      end of the period you paid for. See also our <MailLink href={`${sender.public_url}/subscription-terms`}>subscription terms</MailLink>.
    </MailText>
  )
}

export const whyOf = (sender: Sender): string => `You get this email because you have a plan at ${sender.brand_name}.`
