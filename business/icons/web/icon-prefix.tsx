import { Form, useNavigation } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import type { IconPrefix } from '../contract.ts'
import { PREFIX_MAX, PREFIX_MIN } from '../rules.ts'
import css from './icon-prefix.module.css'

type IconPrefixProps = { shown: IconPrefix; intent: string; error?: string | undefined }

/** An artist's prefix, or the form that chooses it. It posts to the page's own action. */
export function IconPrefixSection({ shown: { prefix, suggestion }, intent, error }: IconPrefixProps) {
  const { state, formData } = useNavigation()
  const isBusy = state !== 'idle' && formData?.get('intent') === intent
  return (
    <section aria-labelledby="icon-prefix" className={css['section']}>
      <h2 id="icon-prefix">Icon prefix</h2>
      {prefix ? (
        <p className={css['text']}>
          Developers use your icons as <code>{prefix}:name</code>. Your prefix and the names of your icons never change.
        </p>
      ) : (
        <>
          <p className={css['text']}>
            Developers use your icons by a prefix and a name. Choose the prefix before your first icon is approved: it never changes after
            that. If you choose none, it is made from your name.
          </p>
          <Form method="post" preventScrollReset className={css['form']}>
            <input type="hidden" name="intent" value={intent} />
            <TextField
              label="Prefix"
              name="prefix"
              defaultValue={suggestion}
              required
              minLength={PREFIX_MIN}
              maxLength={PREFIX_MAX}
              autoCapitalize="none"
              spellCheck={false}
              hint={`${PREFIX_MIN} to ${PREFIX_MAX} lower-case letters, digits, and hyphens`}
              error={error}
            />
            <Button type="submit" busy={isBusy}>
              Choose this prefix for good
            </Button>
          </Form>
        </>
      )}
    </section>
  )
}
