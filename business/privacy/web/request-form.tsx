import { Form, useNavigation } from 'react-router'
import type { FieldErrors } from '#platform/web/action.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import longCss from '#platform/web/ui/form/long-form.module.css'
import { Select } from '#platform/web/ui/form/select.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { useSentOnce } from '#platform/web/use-sent-once.ts'
import { REQUEST_KINDS, REQUESTS_PATH, type RequestKind } from '../rules.ts'

const KINDS: Readonly<Record<RequestKind, string>> = { export: 'Send me a copy of my data', delete: 'Delete my data' }

const checkEmail = (typed: string) => (/^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(typed.trim()) ? undefined : 'Please enter a valid email.')

type RequestFormProps = { typed?: { email: string; kind: string } | undefined; fields?: FieldErrors | undefined }

/** For people without an account. It also stands on the privacy policy, and works without JavaScript. */
export function RequestForm({ typed, fields = {} }: RequestFormProps) {
  const busy = useNavigation().formAction === REQUESTS_PATH
  const sentOnce = useSentOnce(busy, fields)
  return (
    <Form method="post" action={REQUESTS_PATH} noValidate className={longCss['form']} onSubmit={sentOnce}>
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      <div className={longCss['two']}>
        <TextField
          label="Your email"
          name="email"
          type="email"
          autoComplete="email"
          required
          defaultValue={typed?.email}
          check={checkEmail}
          error={fields['email']}
        />
        <Select
          label="What do you ask for?"
          name="kind"
          options={REQUEST_KINDS.map((kind) => ({ value: kind, label: KINDS[kind] }))}
          defaultValue={typed?.kind || 'export'}
          error={fields['kind']}
        />
      </div>
      <div>
        <Button type="submit" kind="main" busy={busy}>
          {busy ? 'Sending…' : 'Email me a link'}
        </Button>
      </div>
    </Form>
  )
}
