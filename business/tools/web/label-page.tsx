import { requestContext } from '#platform/web/page.ts'
import { Page } from '#platform/web/ui/page.tsx'
import type { Route } from './+types/label-page.ts'
import { requireAccount } from './gate.ts'
import { INTRO, LabelMaker } from './label-maker.tsx'

export const meta: Route.MetaFunction = () => [
  { title: 'Create QR / Label' },
  { name: 'description', content: 'QR codes, barcodes and labels for links, words and assets, read back before you get them.' }
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
