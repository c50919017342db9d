import { useRef, useState, useSyncExternalStore } from 'react'
import { Form, useNavigation } from 'react-router'
import type { Site } from '#platform/web/site.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import longCss from '#platform/web/ui/form/long-form.module.css'
import { Select } from '#platform/web/ui/form/select.tsx'
import { TextArea, TextField } from '#platform/web/ui/form/text-field.tsx'
import { useSentOnce } from '#platform/web/use-sent-once.ts'
import { splitNotice } from '../notice.rules.ts'
import { assetIdIn, CLAIM_KIND_LABELS, CLAIM_KINDS, CLAIM_MAX, MESSAGES } from '../rules.ts'
import css from './claims.module.css'
import type { TypedClaim } from './read-claim-form.ts'

type Texts = Readonly<Record<string, string>>
type Asset = { id: string; title: string; artist: string; picture: string | null }
type ReportFormProps = { asset: Asset | undefined; typed: TypedClaim; fields: Texts; site: Site }

const required = (message: string) => (value: string) => (value.trim() === '' ? message : undefined)
const isAddress = (value: string) => (assetIdIn(value) ? undefined : MESSAGES.asset)

/** Works without JavaScript and keeps what was typed when the server refuses it. */
export function ReportForm({ asset, typed, fields, site }: ReportFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const busy = useNavigation().formMethod === 'POST'
  const sentOnce = useSentOnce(busy, fields)
  return (
    <Form ref={form} method="post" noValidate className={classNames(longCss['form'], css['form'])} onSubmit={sentOnce}>
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      {asset ? (
        <AssetLine asset={asset} />
      ) : (
        <TextField
          label="Address of the asset"
          name="asset"
          type="url"
          placeholder={`${site.public_url}/assets/…`}
          hint="Open the asset and copy the address from your browser."
          defaultValue={typed.asset}
          error={fields['asset']}
          check={isAddress}
        />
      )}
      <PasteNotice form={form} site={site.public_url} />
      <AboutYou typed={typed} fields={fields} />
      <AboutTheWork typed={typed} fields={fields} />
      <Statements typed={typed} fields={fields} />
      <div className={css['buttons']}>
        <Button type="submit" kind="main" busy={busy}>
          Send report
        </Button>
        <span className={css['quiet']}>You get an email with a link to your report.</span>
      </div>
    </Form>
  )
}

function AssetLine({ asset: { title, artist, picture } }: { asset: Asset }) {
  return (
    <div className={css['asset']}>
      {picture && <img src={picture} alt="" width={96} height={72} />}
      <div>
        <div className={css['name']}>{title}</div>
        <div className={css['quiet']}>by {artist}</div>
      </div>
    </div>
  )
}

type Part = { typed: TypedClaim; fields: Texts }

const KINDS = [{ value: '', label: 'Please choose' }, ...CLAIM_KINDS.map((value) => ({ value, label: CLAIM_KIND_LABELS[value] }))]
const ROLES = [
  { value: '', label: 'Please choose' },
  { value: 'owner', label: 'The rights are mine' },
  { value: 'agent', label: 'I act for the owner' }
]

function AboutYou({ typed, fields }: Part) {
  return (
    <fieldset className={css['group']}>
      <legend>You</legend>
      <div className={longCss['two']}>
        <Select
          label="What is it about?"
          name="kind"
          options={KINDS}
          defaultValue={typed.kind ?? ''}
          error={fields['kind']}
          check={required(MESSAGES.kind)}
        />
        <Select
          label="Whose rights?"
          name="role"
          options={ROLES}
          defaultValue={typed.role ?? ''}
          error={fields['role']}
          check={required(MESSAGES.role)}
        />
        <TextField
          {...{ label: 'Full name', name: 'name', autoComplete: 'name', maxLength: CLAIM_MAX.name }}
          {...{ defaultValue: typed.name, error: fields['name'], check: required(MESSAGES.name) }}
        />
        <TextField
          {...{ label: 'Email', name: 'email', type: 'email', autoComplete: 'email', maxLength: 254 }}
          {...{ defaultValue: typed.email, error: fields['email'], check: required('Please enter a valid email.') }}
        />
      </div>
      <TextArea
        {...{ label: 'Postal address', name: 'address', rows: 3, autoComplete: 'street-address', maxLength: CLAIM_MAX.address }}
        {...{ defaultValue: typed.address, error: fields['address'], check: required(MESSAGES.address) }}
        hint="The law asks for a way to reach you. The artist does not see your address or your email, only your name."
      />
    </fieldset>
  )
}

function AboutTheWork({ typed, fields }: Part) {
  return (
    <fieldset className={css['group']}>
      <legend>Your work or right</legend>
      <TextArea
        {...{ label: 'What does the asset infringe?', name: 'work', rows: 5, maxLength: CLAIM_MAX.work }}
        {...{ defaultValue: typed.work, error: fields['work'], check: required(MESSAGES.work) }}
        hint="Name the work, who made it and when, and what the asset took from it. For a trademark, its number and country. For privacy, who is shown. The artist reads this if we uphold your report."
      />
      <TextField
        {...{
          label: 'Where can we see it?',
          name: 'work_url',
          type: 'url',
          placeholder: 'https://',
          optional: true,
          maxLength: CLAIM_MAX.work_url
        }}
        {...{ defaultValue: typed.work_url, error: fields['work_url'] }}
      />
    </fieldset>
  )
}

function Statements({ typed, fields }: Part) {
  return (
    <fieldset className={css['group']}>
      <legend>Statements and signature</legend>
      <Checkbox
        {...{ name: 'good_faith', value: 'true', defaultChecked: typed.good_faith === 'true', error: fields['good_faith'] }}
        label="I believe in good faith that this use is not authorized by the owner, its agent, or the law."
      />
      <Checkbox
        {...{ name: 'accuracy', value: 'true', defaultChecked: typed.accuracy === 'true', error: fields['accuracy'] }}
        label="This report is accurate, and, under penalty of perjury, I am the owner of the right or authorized to act for the owner."
      />
      <TextField
        {...{ label: 'Signature', name: 'signature', maxLength: CLAIM_MAX.signature, autoComplete: 'off' }}
        {...{ defaultValue: typed.signature, error: fields['signature'], check: required(MESSAGES.signature) }}
        hint="Your full name, typed. It counts as your electronic signature."
      />
    </fieldset>
  )
}

const never = () => () => {}

/** Fills the form from a notice that someone has already written. Needs JavaScript, so it appears after hydration. */
function PasteNotice({ form, site }: { form: React.RefObject<HTMLFormElement | null>; site: string }) {
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false
  )
  const [pasted, setPasted] = useState('')
  const [result, setResult] = useState<string>()
  if (!isHydrated) return null
  const split = () => setResult(fill(form.current, splitNotice(pasted, site)))
  return (
    <details className={css['paste']}>
      <summary>Have you already written a notice? Paste it here.</summary>
      <TextArea
        {...{ label: 'Your notice', name: 'pasted', rows: 6, value: pasted }}
        onChange={({ currentTarget }) => setPasted(currentTarget.value)}
        hint="We fill in what we find. Please check every field before you send. The statements and the signature stay yours to give."
      />
      <div className={css['buttons']}>
        <Button type="button" onClick={split} disabled={pasted.trim() === ''}>
          Fill in the form
        </Button>
        <span role="status" className={css['quiet']}>
          {result}
        </span>
      </div>
    </details>
  )
}

/** Fills empty and filled text fields alike, and says how many. Statements and the signature are never made for a person. */
function fill(form: HTMLFormElement | null, found: Texts | ReturnType<typeof splitNotice>): string {
  let filled = 0
  for (const name of ['name', 'email', 'address', 'work', 'work_url'] as const) {
    const field = form?.elements.namedItem(name)
    const text = found[name]
    if (!text || !(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue
    field.value = text.slice(0, field.maxLength > 0 ? field.maxLength : undefined)
    filled += 1
  }
  return filled === 0 ? 'Nothing was found. Please fill in the form by hand.' : `${filled} ${filled === 1 ? 'field' : 'fields'} filled in.`
}
