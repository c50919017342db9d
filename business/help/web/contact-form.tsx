import { Form, useNavigation } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import longCss from '#platform/web/ui/form/long-form.module.css'
import { TextArea, TextField } from '#platform/web/ui/form/text-field.tsx'
import { useSentOnce } from '#platform/web/use-sent-once.ts'
import { CONTACT_MAX } from '../rules.ts'
import css from './contact-page.module.css'

type Texts = Partial<Record<string, string>>
/** The errors by field and the typed values. `typed` is missing if the call got no answer. */
export type ContactAnswer = { fields: Texts; typed?: Texts }

const required = (message: string) => (value: string) => (value.trim() === '' ? message : undefined)
const checkEmail = (typed: string) => (/^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(typed.trim()) ? undefined : 'Please enter a valid email.')

type ContactFormProps = { form_token: string; typed: Texts; fields: Texts }

/** Works without JavaScript and keeps the typed values when the server refuses them. */
export function ContactForm({ form_token, typed, fields }: ContactFormProps) {
  const busy = useNavigation().formMethod === 'POST'
  const sentOnce = useSentOnce(busy, fields)
  return (
    <Form method="post" action="/contact" noValidate className={longCss['form']} onSubmit={sentOnce}>
      <input type="hidden" name="form_token" value={form_token} />
      {/* Hidden from people; only programs fill it in. */}
      <div className={css['trap']} aria-hidden="true">
        <label htmlFor="website">Website</label>
        <input id="website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      <div className={longCss['two']}>
        <TextField
          label="Name"
          name="name"
          required
          autoComplete="name"
          maxLength={CONTACT_MAX.name}
          defaultValue={typed['name']}
          check={required('Please enter your name.')}
          error={fields['name']}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          required
          autoComplete="email"
          defaultValue={typed['email']}
          check={checkEmail}
          error={fields['email']}
        />
      </div>
      <TextField
        label="Subject"
        name="subject"
        required
        maxLength={CONTACT_MAX.subject}
        defaultValue={typed['subject']}
        check={required('Please enter a subject.')}
        error={fields['subject']}
      />
      <TextArea
        label="Message"
        name="message"
        required
        rows={7}
        maxLength={CONTACT_MAX.message}
        defaultValue={typed['message']}
        check={required('Please write a message.')}
        error={fields['message']}
      />
      <div>
        <Button type="submit" kind="main" busy={busy}>
          Send message
        </Button>
      </div>
    </Form>
  )
}
