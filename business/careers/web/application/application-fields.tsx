import { Select } from '#platform/web/ui/form/select.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { APPLY_MAX, AVAILABILITIES, AVAILABILITY_LABELS, CHECKS, WORK_AUTH_LABELS, WORK_AUTHS } from '../../rules.ts'
import css from './application-form.module.css'

type Texts = Readonly<Record<string, string>>

const AVAILABILITY_OPTIONS = AVAILABILITIES.map((value) => ({ value, label: AVAILABILITY_LABELS[value] }))
const WORK_AUTH_OPTIONS = WORK_AUTHS.map((value) => ({ value, label: WORK_AUTH_LABELS[value] }))

/** The text fields; `kept` holds values typed earlier. */
export function ApplicationFields({ kept, errors }: { kept: Texts; errors: Texts }) {
  const of = (name: keyof typeof CHECKS) => ({
    name,
    defaultValue: kept[name],
    error: errors[name],
    check: CHECKS[name]
  })
  return (
    <div className={css['fields']}>
      <TextField {...of('first_name')} label="First name" autoComplete="given-name" maxLength={APPLY_MAX.first_name} required />
      <TextField {...of('last_name')} label="Last name" autoComplete="family-name" maxLength={APPLY_MAX.last_name} required />
      <TextField {...of('email')} label="Email" type="email" autoComplete="email" maxLength={254} required />
      <TextField {...of('phone')} label="Phone" type="tel" autoComplete="tel" maxLength={APPLY_MAX.phone} required />
      <TextField
        label="Location"
        name="location"
        autoComplete="address-level2"
        maxLength={APPLY_MAX.location}
        optional
        defaultValue={kept['location']}
        error={errors['location']}
      />
      <TextField
        {...of('years_experience')}
        label="Years of experience"
        type="number"
        inputMode="decimal"
        min={0}
        max={APPLY_MAX.years_experience}
        step="any"
        optional
      />
      <TextField
        {...of('portfolio_url')}
        label="Portfolio URL"
        type="url"
        autoComplete="url"
        placeholder="https://"
        maxLength={APPLY_MAX.portfolio_url}
        optional
      />
      <TextField
        label="Skills"
        name="skills"
        placeholder="icons, vectors, lettering"
        hint="Separated by commas."
        maxLength={APPLY_MAX.skills}
        optional
        defaultValue={kept['skills']}
        error={errors['skills']}
      />
      <Select
        label="Availability"
        name="availability"
        options={AVAILABILITY_OPTIONS}
        defaultValue={kept['availability'] ?? 'part_time'}
        error={errors['availability']}
      />
      <Select
        label="Authorized to work"
        name="work_auth"
        options={WORK_AUTH_OPTIONS}
        defaultValue={kept['work_auth'] ?? 'yes'}
        error={errors['work_auth']}
      />
    </div>
  )
}
