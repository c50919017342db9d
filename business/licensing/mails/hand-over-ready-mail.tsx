import { BUSINESS_ZONE } from '#platform/contract/time.ts'
import {
  MailAddress,
  MailButton,
  MailDetails,
  MailLayout,
  MailText,
  MailTitle,
  renderMail,
  type Sender,
  showSizeInMail
} from '#platform/mails/index.ts'
import { handOverAddress } from '../hand-over.rules.ts'

type Ready = { sender: Sender; hand_over: { id: string; name: string; license_count: number; bytes: number; ends_at: Date } }

export const handOverReadyMail = async (details: Ready) => ({
  subject: `Your ZIP is ready: ${details.hand_over.name}`,
  ...(await renderMail(<HandOverReadyMail {...details} />))
})

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: BUSINESS_ZONE })

function HandOverReadyMail({ sender, hand_over: { id, name, license_count, bytes, ends_at } }: Ready) {
  const link = `${sender.public_url}${handOverAddress(id)}`
  return (
    <MailLayout
      sender={sender}
      preview={`Download it until ${day.format(ends_at)}.`}
      why={`You get this email because you asked ${sender.brand_name} to prepare a ZIP of works that you have licenses for.`}
    >
      <MailTitle>Your ZIP is ready</MailTitle>
      <MailText>It has the files and the certificates of your licenses, the license terms, and a list.</MailText>
      <MailDetails
        details={[
          ['Name', name],
          ['Licenses', String(license_count)],
          ['Size', showSizeInMail(bytes)],
          ['Available until', day.format(ends_at)]
        ]}
      />
      <MailButton href={link}>Go to the download</MailButton>
      <MailText>
        Sign in with this address to download it. After that day we delete the file. You can ask for a new one at any time.
      </MailText>
      <MailAddress href={link} />
    </MailLayout>
  )
}
