import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { DeleteDialog } from '#platform/web/ui/feedback/delete-dialog.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import type { CollectionWithItems } from '../../contract.ts'
import { MESSAGES, NAME_MAX, PROJECT_MAX } from '../../rules.ts'
import { BuyCard } from './buy-card.tsx'
import css from './collection-page.module.css'
import { HandOverCard } from './hand-over-card.tsx'
import { ShareCard } from './share-card.tsx'

type SideProps = { collection: CollectionWithItems; public_url: string; fields: Record<string, string> }

/** What one can do with a collection, beside its works. */
export function CollectionSide({ collection, public_url, fields }: SideProps) {
  return (
    <div id="tools" className={css['side']}>
      {collection.items.length > 0 && <BuyCard collection={collection} fields={fields} />}
      <HandOverCard collection={collection} fields={fields} />
      {collection.is_own && (
        <>
          <ShareCard
            key={`${collection.visibility} ${collection.share_url}`}
            collection={collection}
            public_url={public_url}
            fields={fields}
          />
          <Texts key={collection.id} collection={collection} fields={fields} />
        </>
      )}
    </div>
  )
}

function Texts({ collection: { name, project, id }, fields }: Omit<SideProps, 'public_url'>) {
  const busy = useNavigation().formData?.get('intent') === 'texts'
  const [isDeleting, setDeleting] = useState(false)
  return (
    <Card className={css['form']} aria-labelledby="texts">
      <h2 id="texts">Name and project</h2>
      <Form method="post" noValidate preventScrollReset className={css['form']}>
        <input type="hidden" name="intent" value="texts" />
        <TextField
          label="Name"
          name="name"
          maxLength={NAME_MAX}
          defaultValue={name}
          check={(typed) => (typed.trim() === '' ? MESSAGES.name_required : undefined)}
          error={fields['name']}
        />
        <TextField
          label="Project"
          name="project"
          optional
          maxLength={PROJECT_MAX}
          defaultValue={project ?? ''}
          hint="Stands on the certificates that you hand over."
          error={fields['project']}
        />
        <div className={css['row']}>
          <Button type="submit" busy={busy}>
            Save
          </Button>
          <Button type="button" kind="danger" onClick={() => setDeleting(true)}>
            Delete collection
          </Button>
        </div>
      </Form>
      <DeleteDialog title="Delete this collection?" sent={isDeleting ? { id } : undefined} onClose={() => setDeleting(false)}>
        “{name}”, its notes, and its link will be gone. Its works stay in the catalogue, and your licenses stay yours.
      </DeleteDialog>
    </Card>
  )
}
