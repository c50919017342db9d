import { useState } from 'react'
import { useBlocker } from 'react-router'
import { requestContext } from '#platform/web/page.ts'
import { Page } from '#platform/web/ui/page.tsx'
import { requireAccount } from '../gate.ts'
import type { Route } from './+types/compress-page.ts'
import { Compressor, INTRO } from './compressor.tsx'
import { LeaveDialog } from './leave-dialog.tsx'

export const meta: Route.MetaFunction = () => [
  { title: 'Compress Image' },
  { name: 'description', content: 'Create smaller PNG and WebP versions of your images in your browser.' }
]

export function loader({ request, context }: Route.LoaderArgs) {
  requireAccount(request, context.get(requestContext).user)
  return null
}

export default function CompressPage() {
  const [unsaved, setUnsaved] = useState(false)
  const leaving = useBlocker(unsaved)
  return (
    <Page title="Compress Image" intro={INTRO}>
      <Compressor onUnsaved={setUnsaved} />
      <LeaveDialog open={leaving.state === 'blocked'} verb="Leave" onStay={() => leaving.reset?.()} onGo={() => leaving.proceed?.()} />
    </Page>
  )
}
