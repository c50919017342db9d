import { MailButton, MailLayout, MailLink, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'
import { FREE_SIZE, LINK_MINUTES } from '../rules.ts'
import { AssetPicture, type MailedAsset } from './asset-picture.tsx'

type Details = {
  sender: Sender
  asset: MailedAsset
  /** A path on the site. */
  download_url: string
}

export const freeFileMail = async (details: Details) => ({
  subject: `Your free download: ${details.asset.title}`,
  ...(await renderMail(<FreeFileMail {...details} />))
})

function FreeFileMail({ sender, asset, download_url }: Details) {
  const { public_url } = sender
  return (
    <MailLayout
      sender={sender}
      preview={`${asset.title}, as a ${FREE_SIZE} px PNG.`}
      why={`You get this email because someone requested this free file with your address at ${sender.brand_name}.`}
    >
      <MailTitle>{asset.title}</MailTitle>
      <AssetPicture sender={sender} asset={asset} />
      <MailText>
        Here is your free file: a {FREE_SIZE} px PNG. The free license is for non-commercial use and requires you to credit the artist.
      </MailText>
      <MailButton href={`${public_url}${download_url}`}>Download PNG</MailButton>
      <MailText>
        The link works for {LINK_MINUTES} minutes. After that,{' '}
        <MailLink href={`${public_url}/assets/${asset.id}`}>request a new one</MailLink>. The terms are in the{' '}
        <MailLink href={`${public_url}/free-license`}>free license</MailLink>.
      </MailText>
    </MailLayout>
  )
}
