import { useState } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { MAX_ITEMS } from '#licensing/orders.rules.ts'
import { findLicenseType, LICENSE_NAMES, LICENSE_TYPES, type LicenseType, limitsLine } from '#licensing/rules.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import type { CollectionWithItems } from '../../contract.ts'
import { countWorks, withoutLicense } from '../../rules.ts'
import css from './collection-page.module.css'

const TYPES = LICENSE_TYPES.map((value) => ({ value, label: LICENSE_NAMES[value] }))
const USUAL: LicenseType = 'commercial'

type BuyCardProps = { collection: CollectionWithItems; fields: Record<string, string> }

/** Buys the licenses that are missing as one order. The next page shows every price before anything is paid. */
export function BuyCard({ collection: { items }, fields }: BuyCardProps) {
  const busy = useNavigation().formData?.get('intent') === 'buy'
  const [type, setType] = useState<LicenseType>(USUAL)
  const missing = withoutLicense(items, type).length
  return (
    <Card className={css['form']} aria-labelledby="buy">
      <h2 id="buy">Licenses</h2>
      <Form method="post" noValidate preventScrollReset className={css['form']}>
        <input type="hidden" name="intent" value="buy" />
        <Select
          label="License"
          name="license_type"
          options={TYPES}
          defaultValue={USUAL}
          onChange={(event) => setType(findLicenseType(event.currentTarget.value) ?? USUAL)}
          hint={limitsLine(type)}
          error={fields['license_type']}
        />
        <p className={css['quiet']}>
          {missing === 0 ? 'You have this license for every work here.' : `${countWorks(missing)} without it.`}
          {missing > MAX_ITEMS && ` One order takes up to ${MAX_ITEMS}, so the first ${MAX_ITEMS} go first.`}
        </p>
        <Checkbox
          label={
            <>
              I agree to the{' '}
              <Link to="/license-terms" target="_blank">
                license terms
              </Link>
            </>
          }
          name="terms"
          error={fields['terms_accepted']}
        />
        <div className={css['row']}>
          <Button type="submit" kind="main" busy={busy} disabled={missing === 0}>
            Continue to the prices
          </Button>
        </div>
      </Form>
    </Card>
  )
}
