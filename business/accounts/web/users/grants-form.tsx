import { Form, useNavigation } from 'react-router'
import { GRANTS } from '#platform/contract/grants.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import { GRANT_TEXTS } from '../../rules.ts'
import type { ListedUser } from '../../users.contract.ts'
import css from './grants-form.module.css'

/** Says what an admin may do. `list` is the address of the list without this form. */
export function GrantsForm({ user: { id, name, grants }, list }: { user: ListedUser; list: string }) {
  const busy = useNavigation().formData?.get('intent') === 'grants'
  return (
    <Card>
      <Form method="post" action={list}>
        <input type="hidden" name="intent" value="grants" />
        <input type="hidden" name="id" value={id} />
        <Stack gap={4}>
          <fieldset className={css['grants']}>
            <legend className={css['title']}>Grants of {name}</legend>
            {GRANTS.map((grant) => (
              <Checkbox
                key={grant}
                label={GRANT_TEXTS[grant].label}
                hint={GRANT_TEXTS[grant].hint}
                name="grants"
                value={grant}
                defaultChecked={grants.includes(grant)}
              />
            ))}
          </fieldset>
          <Stack row gap={2}>
            <Button type="submit" kind="main" busy={busy}>
              Save grants
            </Button>
            <LinkButton to={list} kind="quiet" preventScrollReset>
              Cancel
            </LinkButton>
          </Stack>
        </Stack>
      </Form>
    </Card>
  )
}
