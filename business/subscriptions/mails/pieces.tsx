import { type Cents, inDollars } from '#platform/contract/money.ts'
import { BUSINESS_ZONE } from '#platform/contract/zone.ts'
import { MailLink, MailText, type Sender, typedWords } from '#platform/mails/index.ts'

/** What every mail about a plan needs. */
export type PlanFacts = { sender: Sender; name: string; plan_name: string; price_cents: Cents }

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: BUSINESS_ZONE })
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

export const showDay = (at: Date): string => day.format(at)
export const showPrice = (amount: Cents): string => dollars.format(inDollars(amount))

/** With the name, unless somebody typed an advertisement into it. */
export function greeting(words: string, name: string): string {
  const typed = typedWords(name)
  return typed === undefined ? words : `${words}, ${typed}`
}

export const planPage = ({ public_url }: Sender): string => `${public_url}/client/subscriptions`

/** Where and how the renewal ends, in every mail that speaks of it. */
export function HowToCancel({ sender }: { sender: Sender }) {
  return (
    <MailText>
      You can cancel the renewal at any time, in one click, under <MailLink href={planPage(sender)}>My Subscription</MailLink>; what is paid
      stays yours to the end of its period. The terms are in the{' '}
      <MailLink href={`${sender.public_url}/subscription-terms`}>subscription terms</MailLink>.
    </MailText>
  )
}

export const whyOf = (sender: Sender): string => `You get this mail because you have a plan at ${sender.brand_name}.`
