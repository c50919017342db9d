import { Form } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { readCertificateNumber } from '../rules.ts'
import css from './verify-certificate-page.module.css'

const check = (typed: string) =>
  readCertificateNumber(typed) ? undefined : 'Please enter the number on the certificate: LIC followed by 16 letters and digits.'

/** Checks another certificate number. Starts with the number that was typed and not found. */
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
