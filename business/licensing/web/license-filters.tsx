import { Form, useSubmit } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { LinkTabs } from '#platform/web/ui/tabs.tsx'
import { LICENSE_NAMES, LICENSE_STATES, LICENSE_TYPES } from '../rules.ts'
import { type LicenseFilter, licensesAddress } from './license-filter.ts'
import css from './license-filters.module.css'
import { STATE_NAMES } from './license-states.ts'

const TYPES = [{ value: '', label: 'Any license' }, ...LICENSE_TYPES.map((value) => ({ value, label: LICENSE_NAMES[value] }))]

/** Without JavaScript the button sends it; with it, each choice does. */
export function LicenseFilters({ filter }: { filter: LicenseFilter }) {
  const submit = useSubmit()
  const states = [undefined, ...LICENSE_STATES]
  return (
    <div className={css['bar']}>
      <LinkTabs
        label="Status"
        tabs={states.map((status) => ({
          to: licensesAddress({ ...filter, status }),
          label: status ? STATE_NAMES[status] : 'All',
          current: filter.status === status
        }))}
      />
      <Form className={css['fields']}>
        {filter.status && <input type="hidden" name="status" value={filter.status} />}
        <Select
          label="License"
          name="license_type"
          options={TYPES}
          defaultValue={filter.license_type ?? ''}
          onChange={({ currentTarget }) => void submit(currentTarget.form, { preventScrollReset: true })}
        />
        <noscript>
          <Button type="submit">Apply</Button>
        </noscript>
      </Form>
    </div>
  )
}
