import { MailPicture, type Sender } from '#platform/mails/index.ts'

export type MailedAsset = {
  id: string
  title: string
  /** The path of its small preview, which is public and has no watermark, or null for an asset without a picture. */
  preview_url: string | null
}

/** The preview of an asset, which leads to its page. */
export function AssetPicture({ sender: { public_url }, asset: { id, title, preview_url } }: { sender: Sender; asset: MailedAsset }) {
  if (preview_url === null) return null
  return <MailPicture src={`${public_url}${preview_url}`} href={`${public_url}/assets/${id}`} title={title} />
}
