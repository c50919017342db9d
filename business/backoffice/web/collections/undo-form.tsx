import { Form } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'

/** Brings the works back as they were. `version` is of the works as they are now. */
export function UndoForm({ asset_ids, version }: { asset_ids: string; version: number }) {
  return (
    <Form method="post" preventScrollReset style={{ display: 'inline' }}>
      <input type="hidden" name="asset_ids" value={asset_ids} />
      <input type="hidden" name="version" value={version} />
      <Button type="submit" small>
        Undo
      </Button>
    </Form>
  )
}
