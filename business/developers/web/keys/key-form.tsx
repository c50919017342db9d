import { Form, useNavigation } from 'react-router'
import { KEY_SCOPES } from '#platform/contract/key-scopes.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { TextArea, TextField } from '#platform/web/ui/form/text-field.tsx'
import { KEY_NAME_MAX, SCOPE_TEXTS } from '../../keys.rules.ts'
import { KEY_DAYS, USUAL_DAYS } from './key-form.rules.ts'
import css from './keys.module.css'

/** Makes a key. `fields` are the refusals of the last try. */
export function KeyForm({ fields }: { fields: Readonly<Record<string, string>> }) {
  const busy = useNavigation().formData?.get('intent') === 'make-key'
  return (
    <Card className={css['form']} aria-labelledby="new-key">
      <h3 id="new-key">Make a key</h3>
      <Form method="post" noValidate preventScrollReset className={css['fields']}>
        <input type="hidden" name="intent" value="make-key" />
        <TextField
          label="Name"
          name="name"
          maxLength={KEY_NAME_MAX}
          hint="What uses it, such as the build server."
          check={(typed) => (typed.trim() === '' ? 'Please enter a name.' : undefined)}
          error={fields['name']}
        />
        <fieldset className={css['scopes']} aria-describedby={fields['scopes'] ? 'scopes-error' : undefined}>
          <legend>What it may do</legend>
          {KEY_SCOPES.map((scope) => (
            <Checkbox key={scope} name="scopes" value={scope} label={SCOPE_TEXTS[scope].name} hint={SCOPE_TEXTS[scope].text} />
          ))}
          {fields['scopes'] && (
            <p id="scopes-error" className={css['error']} role="alert">
              {fields['scopes']}
            </p>
          )}
        </fieldset>
        <Select label="Ends in" name="days" options={KEY_DAYS} defaultValue={USUAL_DAYS} error={fields['expires_at']} />
        <TextArea
          label="Pages that may use it"
          name="allowed_origins"
          optional
          rows={3}
          spellCheck={false}
          placeholder="https://www.example.com"
          hint="One origin a line. Leave it empty for programs and servers; then pages of every origin may use it too."
          error={fields['allowed_origins']}
        />
        <Button type="submit" kind="main" busy={busy}>
          Make key
        </Button>
      </Form>
    </Card>
  )
}
