import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { KeyForm } from './key-form.tsx'
import { KeyList, type ShownKey } from './key-list.tsx'
import css from './keys.module.css'
import { MadeKey } from './made-key.tsx'

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
    <section aria-labelledby="keys" className={css['section']}>
      <h2 id="keys">API keys</h2>
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      {done && <Notice tone="good">{done}</Notice>}
      {made && <MadeKey key={made.key} name={made.name} secret={made.key} />}
      <div className={css['desk']}>
        <KeyList keys={keys} asked={asked} />
        {/* A new form once a key is made: its fields are empty again. */}
        <KeyForm key={made?.key ?? 'form'} fields={fields} />
      </div>
    </section>
  )
}
