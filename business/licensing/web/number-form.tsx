import { Form } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { readCertificateNumber } from '../rules.ts'
import css from './verify-certificate-page.module.css'

const check = (typed: string) =>
  readCertificateNumber(typed) ? undefined : 'Please enter the number as on the certificate: LIC and 16 letters and digits.'

/** Another number to check; where there is none yet, the one that was typed to begin with. */
export function NumberForm({ number, isNext }: { number: string; isNext: boolean }) {
  return (
    <Form className={css['form']} action={`/verify/${encodeURIComponent(number || 'number')}`}>
      <TextField
        label={isNext ? 'Another certificate number' : 'Certificate number'}
        name="number"
        defaultValue={number}
        placeholder="LIC-0000-0000-0000-0000"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        check={check}
      />
      <Button type="submit" kind={isNext ? 'plain' : 'main'} wide>
        Check
      </Button>
    </Form>
  )
}
