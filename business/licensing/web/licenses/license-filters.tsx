import { FilterForm } from '#platform/web/ui/form/filter-form.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { LinkTabs } from '#platform/web/ui/tabs.tsx'
import { LICENSE_NAMES, LICENSE_STATES, LICENSE_TYPES } from '../../rules.ts'
import { isNarrowed, type LicenseFilter, licensesAddress } from './license-filter.ts'
import css from './license-filters.module.css'
import { STATE_NAMES } from './license-states.ts'

const TYPES = [{ value: '', label: 'Any license' }, ...LICENSE_TYPES.map((value) => ({ value, label: LICENSE_NAMES[value] }))]

export function LicenseFilters({ filter }: { filter: LicenseFilter }) {
  const { search, status, license_type } = filter
  const states = [undefined, ...LICENSE_STATES]
  return (
    <div className={css['bar']}>
      <LinkTabs
        label="Status"
        tabs={states.map((state) => ({
          to: licensesAddress({ ...filter, status: state }),
          label: state ? STATE_NAMES[state] : 'All',
          current: status === state
        }))}
      />
      <FilterForm
        className={css['fields']}
        name="search"
        value={search}
        placeholder="Asset title"
        kept={{ status }}
        clear={isNarrowed(filter) && '/client/licenses'}
      >
        {({ chosen }) => <Select label="License" name="license_type" options={TYPES} defaultValue={license_type ?? ''} onChange={chosen} />}
      </FilterForm>
    </div>
  )
}
