import {
  hello,
  MailButton,
  MailDetails,
  MailLayout,
  MailText,
  MailTitle,
  renderMail,
  type Sender,
  showMoment
} from '#platform/mails/index.ts'
import { FAILURES_MAX } from '../webhooks.rules.ts'

/** `id` and `url` are the webhook's. Its owner typed the address, and nobody else gets this email. */
type Details = { sender: Sender; name: string; id: string; url: string; at: Date }

export const webhookOffMail = async (details: Details) => ({
  subject: 'A webhook of yours was turned off',
  ...(await renderMail(<WebhookOffMail {...details} />))
})

function WebhookOffMail({ sender, name, id, url, at }: Details) {
  const { brand_name, public_url } = sender
  return (
    <MailLayout
      sender={sender}
      preview={`${FAILURES_MAX} attempts in a row failed.`}
      why={`You get this email because your account at ${brand_name} has a webhook.`}
    >
      <MailTitle>A webhook was turned off</MailTitle>
      <MailText>{hello(name)}</MailText>
      <MailText>
        {FAILURES_MAX} attempts in a row to send events to this address failed, so we stopped. Events that were waiting are kept. New events
        are not recorded for it until you turn it on again.
      </MailText>
      <MailDetails
        details={[
          ['Address', url],
          ['When', showMoment(at)]
        ]}
      />
      <MailText>
        The log says how each attempt failed. When the receiver works again, turn the webhook on there, and what waits is sent.
      </MailText>
      <MailButton href={`${public_url}/developers/webhooks/${id}`}>Open the log</MailButton>
    </MailLayout>
  )
}
