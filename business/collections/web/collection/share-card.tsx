import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { showDay } from '#platform/web/show.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { toast } from '#platform/web/ui/feedback/toaster.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import type { CollectionWithItems } from '../../contract.ts'
import { LINK_DAYS_MAX, LINK_DAYS_MIN, LINK_DAYS_USUAL, MESSAGES, type Visibility } from '../../rules.ts'
import css from './collection-page.module.css'

const CHOICES: { value: Visibility; label: string }[] = [
  { value: 'private', label: 'Only you' },
  { value: 'team', label: 'Your team' },
  { value: 'link', label: 'Whoever has the link' }
]

type ShareCardProps = { collection: CollectionWithItems; public_url: string; fields: Record<string, string> }

/** Who sees the collection. CSS shows the field for the days when a link is chosen, so it needs no JavaScript. */
export function ShareCard({ collection: { visibility, share_url, share_ends_at }, public_url, fields }: ShareCardProps) {
  const busy = useNavigation().formData?.get('intent') === 'share'
  const [chosen, setChosen] = useState<string>(visibility)
  return (
    <Card className={css['form']} aria-labelledby="sharing">
      <h2 id="sharing">Sharing</h2>
      {share_url && <SharedLink address={public_url + share_url} ends_at={share_ends_at} />}
      <Form method="post" noValidate preventScrollReset className={css['share']}>
        <input type="hidden" name="intent" value="share" />
        <Select
          label="Who sees it"
          name="visibility"
          options={CHOICES}
          defaultValue={visibility}
          onChange={(event) => setChosen(event.currentTarget.value)}
          hint="Others can read it. Only you change it."
        />
        <div className={css['days']}>
          <TextField
            label="Days that the link works"
            name="link_days"
            numeric
            inputMode="numeric"
            defaultValue={LINK_DAYS_USUAL}
            hint={`${LINK_DAYS_MIN} to ${LINK_DAYS_MAX}, from today`}
            check={(typed) => (isDays(typed) ? undefined : MESSAGES.link_days)}
            error={fields['link_days']}
          />
        </div>
        <div className={css['row']}>
          <Button type="submit" busy={busy}>
            {visibility === 'link' && chosen === 'link' ? 'Change the end' : 'Save'}
          </Button>
        </div>
      </Form>
    </Card>
  )
}

const isDays = (typed: string): boolean =>
  /^\d{1,3}$/.test(typed.trim()) && Number(typed) >= LINK_DAYS_MIN && Number(typed) <= LINK_DAYS_MAX

function SharedLink({ address, ends_at }: { address: string; ends_at: string | null }) {
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => toast('Link copied.'),
      () => toast('The link could not be copied. Please select it.', 'bad')
    )
  return (
    <div className={css['link']}>
      <TextField
        label="Link"
        readOnly
        value={address}
        onFocus={(event) => event.currentTarget.select()}
        hint={ends_at ? `Works until ${showDay(ends_at)}` : undefined}
      />
      <Button type="button" small onClick={() => void copy()}>
        Copy link
      </Button>
    </div>
  )
}
