import { Form, useNavigation } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import { ROTATION_HOURS } from '../../webhooks.rules.ts'
import css from './webhooks.module.css'

/** Turning on and off, a new secret, and deleting. The last two ask first, in the page itself, so that they work without a script. */
export function WebhookSteps({ is_active }: { is_active: boolean }) {
  const sent = useNavigation().formData?.get('intent')
  const turn = is_active ? 'off' : 'on'
  return (
    <Card aria-labelledby="steps">
      <Stack gap={3}>
        <h2 id="steps">Change or end it</h2>
        <Form method="post" preventScrollReset>
          <Button type="submit" name="intent" value={turn} busy={sent === turn}>
            {is_active ? 'Turn off' : 'Turn on'}
          </Button>
        </Form>
        <details className={css['ask']}>
          <summary>New secret</summary>
          <p>
            You get a new secret now. For {ROTATION_HOURS} hours, deliveries are signed with it and with the one before, so your receiver
            can change over.
          </p>
          <Form method="post" preventScrollReset>
            <Button type="submit" name="intent" value="rotate" busy={sent === 'rotate'}>
              Replace the secret
            </Button>
          </Form>
        </details>
        <details className={css['ask']}>
          <summary>Delete this webhook</summary>
          <p>The webhook and its log are deleted for good. What waits is not sent.</p>
          <Form method="post">
            <Button type="submit" name="intent" value="delete" kind="danger" busy={sent === 'delete'}>
              Delete
            </Button>
          </Form>
        </details>
      </Stack>
    </Card>
  )
}
