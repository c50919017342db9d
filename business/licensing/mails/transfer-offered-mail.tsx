import { BUSINESS_ZONE } from '#platform/contract/time.ts'
import { MailButton, MailDetails, MailLayout, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'
import { LICENSE_NAMES, type LicenseType } from '../rules.ts'

type Offered = {
  sender: Sender
  license: { id: string; asset_title: string; license_type: LicenseType; certificate_number: string }
  /** The address that it was offered to. */
  to: string
  ends_at: Date
}

/** Tells the owner of a license that it was offered, in case it was someone else who did that. */
export const transferOfferedMail = async (details: Offered) => ({
  subject: `You offered your license for ${details.license.asset_title}`,
  ...(await renderMail(<OfferedMail {...details} />))
})

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: BUSINESS_ZONE })

function OfferedMail({ sender, license: { id, asset_title, license_type, certificate_number }, to, ends_at }: Offered) {
  return (
    <MailLayout
      sender={sender}
      preview="You can withdraw the offer until it is accepted."
      why={`You get this email because a license of yours was offered to someone at ${sender.brand_name}.`}
    >
      <MailTitle>You offered a license</MailTitle>
      <MailText>
        You offered the {LICENSE_NAMES[license_type]} license for <strong>{asset_title}</strong> to someone else. It stays yours until they
        accept. Then it ends, and you may no longer use the files.
      </MailText>
      <MailDetails
        details={[
          ['Offered to', to],
          ['License number', certificate_number],
          ['Open until', day.format(ends_at)]
        ]}
      />
      <MailText>To keep the license, open the offer and select “Withdraw the offer”. The link that we sent then no longer works.</MailText>
      <MailButton href={`${sender.public_url}/client/licenses/${id}/transfer`}>See the offer</MailButton>
      <MailText>If this was not you, withdraw the offer now and change your password: someone may be using your account.</MailText>
    </MailLayout>
  )
}
