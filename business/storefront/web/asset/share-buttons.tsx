import { useEffect, useState } from 'react'
import { copyText } from '#platform/web/copy-text.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { IconLink, IconShare } from '#platform/web/ui/icons.ts'
import css from './share-buttons.module.css'

/** Copies the page's address, or opens the device's own share sheet where there is one. Without JavaScript, neither shows. */
export function ShareButtons({ title, url }: { title: string; url: string }) {
  const [hasSheet, setHasSheet] = useState(false)
  useEffect(() => setHasSheet('share' in navigator), [])
  return (
    <p className={css['share']}>
      {hasSheet && (
        <Button type="button" small onClick={() => void share({ title, url })}>
          <IconShare size={16} aria-hidden="true" />
          Share
        </Button>
      )}
      <Button type="button" small onClick={() => void copyText(url, 'Link copied.')}>
        <IconLink size={16} aria-hidden="true" />
        Copy link
      </Button>
    </p>
  )
}

/** Whoever closes the sheet has changed their mind. */
async function share(shared: { title: string; url: string }): Promise<void> {
  try {
    await navigator.share(shared)
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyText(shared.url, 'Link copied.')
  }
}
