import { MailAddress, MailButton, MailLayout, MailText, MailTitle, renderMail, type Sender, showSizeInMail } from '#platform/mails/index.ts'
import { EXPORT_HOURS } from '../rules.ts'

type Details = { sender: Sender; link: string; bytes: number }

export const exportReadyMail = async (details: Details) => ({
  subject: `Your data from ${details.sender.brand_name} is ready`,
  ...(await renderMail(<ExportReadyMail {...details} />))
})

function ExportReadyMail({ sender, link, bytes }: Details) {
  return (
    <MailLayout
      sender={sender}
      preview={`The link works for ${EXPORT_HOURS} hours.`}
      why={`You get this email because a copy of the data stored about this address was requested at ${sender.brand_name}.`}
    >
      <MailTitle>Your data is ready</MailTitle>
      <MailText>
        We put everything that {sender.brand_name} stores about you into a ZIP file ({showSizeInMail(bytes)}): lists as JSON and as CSV for
        spreadsheets, and the files you uploaded.
      </MailText>
      <MailButton href={link}>Download your data</MailButton>
      <MailText>
        The link works for {EXPORT_HOURS} hours, without signing in. Do not forward it: whoever has it can read your data. After that, or
        when you get a newer copy, we delete the file.
      </MailText>
      <MailText>If you did not ask for this, change your password: someone may have used your account.</MailText>
      <MailAddress href={link} />
    </MailLayout>
  )
}
