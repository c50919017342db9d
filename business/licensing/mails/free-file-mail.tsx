import { MailButton, MailLayout, MailLink, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'
import { FREE_SIZE, LINK_MINUTES } from '../rules.ts'

type Facts = {
  sender: Sender
  asset: { id: string; title: string }
  /** Below the site's address. */
  download_url: string
}

export const freeFileMail = async (facts: Facts) => ({
  subject: `Your free download: ${facts.asset.title}`,
  ...(await renderMail(<FreeFileMail {...facts} />))
})

function FreeFileMail({ sender, asset, download_url }: Facts) {
  const { public_url } = sender
  return (
    <MailLayout
      sender={sender}
      preview={`${asset.title}, as a PNG of ${FREE_SIZE} px.`}
      why={`You get this mail because this free file was asked for with your address at ${sender.brand_name}.`}
    >
      <MailTitle>{asset.title}</MailTitle>
      <MailText>
        Here is your free file: a PNG of {FREE_SIZE} px. The free license is for non-commercial use, and asks you to name the artist.
      </MailText>
      <MailButton href={`${public_url}${download_url}`}>Download PNG</MailButton>
      <MailText>
        The link works for {LINK_MINUTES} minutes. After that,{' '}
        <MailLink href={`${public_url}/assets/${asset.id}`}>ask for a new one</MailLink>. The terms are in the{' '}
        <MailLink href={`${public_url}/free-license`}>free license</MailLink>.
      </MailText>
    </MailLayout>
  )
}
