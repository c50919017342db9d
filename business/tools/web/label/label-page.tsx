import { requestContext } from '#platform/web/page.ts'
import { Page } from '#platform/web/ui/page.tsx'
import { requireAccount } from '../gate.ts'
import type { Route } from './+types/label-page.ts'
import { INTRO, LabelMaker } from './label-maker.tsx'

export const meta: Route.MetaFunction = () => [
  { title: 'Create QR / Label' },
  { name: 'description', content: 'Create verified QR codes, barcodes, and labels for links, text, and assets.' }
]

export function loader({ request, context }: Route.LoaderArgs) {
  requireAccount(request, context.get(requestContext).user)
  return null
}

export default function LabelPage() {
  return (
    <Page title="Create QR / Label" intro={INTRO}>
      <LabelMaker />
    </Page>
  )
}
