import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { toast } from '#platform/web/ui/feedback/toaster.tsx'
import { FileDrop } from '#platform/web/ui/form/file-drop.tsx'
import type { Profile } from '../../profile.contract.ts'
import { AVATAR_MAX_MB } from '../../rules.ts'
import css from './profile-page.module.css'
import { ProfileSection } from './profile-section.tsx'
import { RemovePicture } from './remove-picture.tsx'
import { PICTURE_KINDS, sendPicture, wrongWith } from './upload-avatar.ts'
import { useProfileForm } from './use-profile-form.ts'

export function ProfilePicture({ profile: { name, avatar_url } }: { profile: Profile }) {
  const removal = useProfileForm('picture')
  const { send, sending, error, round } = useSending()
  return (
    <ProfileSection
      id="picture"
      title="Picture"
      about="Shown next to your name. We crop it to a square and remove its metadata, such as where it was taken."
      said={removal.said}
      error={removal.fields['form']}
    >
      <noscript>
        <Notice tone="warn">Uploading a picture needs JavaScript.</Notice>
      </noscript>
      <div className={css['picture']}>
        <Face name={name} url={sending ?? avatar_url} />
        <div className={css['drop']}>
          <FileDrop
            key={round}
            label={avatar_url ? 'New picture' : 'Your picture'}
            name="file"
            accept={PICTURE_KINDS.join()}
            hint={sending ? 'Uploading…' : `PNG, JPEG or WEBP, at most ${AVATAR_MAX_MB} MB.`}
            disabled={sending !== undefined}
            onFile={(file) => void send(file)}
            {...(error && { error })}
          />
        </div>
      </div>
      {avatar_url && <RemovePicture {...removal} />}
    </ProfileSection>
  )
}

function Face({ name, url }: { name: string; url: string | null }) {
  if (url) return <img className={css['face']} src={url} alt="You" width={112} height={112} />
  return (
    <span className={css['face']} aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  )
}

/** Shows the picture from this browser while it is being uploaded. */
function useSending() {
  const { revalidate } = useRevalidator()
  const [sending, setSending] = useState<string>()
  const [error, setError] = useState<string>()
  const [round, setRound] = useState(0)
  useEffect(() => () => URL.revokeObjectURL(sending ?? ''), [sending])
  const send = async (file: File | undefined) => {
    if (!file) return
    const wrong = wrongWith(file)
    setError(wrong)
    if (wrong) return
    setSending(URL.createObjectURL(file))
    const refused = await sendPicture(file)
    setError(refused)
    if (!refused) toast('Your picture is saved.')
    // Also after a refusal: the session may have ended.
    await revalidate()
    setSending(undefined)
    setRound((before) => before + 1)
  }
  return { send, sending, error, round }
}
