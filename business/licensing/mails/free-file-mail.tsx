import { MailButton, MailLayout, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'
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
    <MailLayout sender={sender} preview={`${asset.title}, as a PNG of ${FREE_SIZE} px.`}>
      <MailTitle>{asset.title}</MailTitle>
      <MailText>
        Here is your free file: a PNG of {FREE_SIZE} px. The free license is for non-commercial use, and asks you to name the artist.
      </MailText>
      <MailButton href={`${public_url}${download_url}`}>Download PNG</MailButton>
      <MailText quiet>
        This link works for {LINK_MINUTES} minutes. After that, ask for a new one at {`${public_url}/assets/${asset.id}`}. The terms are at{' '}
        {`${public_url}/free-license`}.
      </MailText>
    </MailLayout>
  )
}
