import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Section } from '../section.tsx'
import { ShownOnce } from '../shown-once.tsx'
import { KeyForm } from './key-form.tsx'
import { KeyList, type ShownKey } from './key-list.tsx'
import css from './keys.module.css'

type KeysSectionProps = {
  keys: readonly ShownKey[]
  /** The key that is about to be deleted. */
  asked: string | null
  made: { name: string; key: string } | undefined
  done: string | undefined
  fields: Readonly<Record<string, string>>
}

export function KeysSection({ keys, asked, made, done, fields }: KeysSectionProps) {
  return (
    <Section
      id="keys"
      title="API keys"
      intro="A key lets a program act for you within its scopes. It never pays, and never changes your account."
    >
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      {done && <Notice tone="good">{done}</Notice>}
      {made && (
        <ShownOnce key={made.key} title={`The key “${made.name}” is made.`} label="Your API key" secret={made.key}>
          Copy it now and keep it like a password. We store only its hash and cannot show it again.
        </ShownOnce>
      )}
      <div className={css['desk']}>
        <KeyList keys={keys} asked={asked} />
        {/* A new form once a key is made: its fields are empty again. */}
        <KeyForm key={made?.key ?? 'form'} fields={fields} />
      </div>
    </Section>
  )
}
