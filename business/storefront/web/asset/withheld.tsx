import { useState } from 'react'
import type { AssetDetail } from '#catalogue/contract.ts'
import { WithholdDialog } from '#catalogue/web/index.ts'
import { useMaySee, WithGrant } from '#platform/web/grants.tsx'
import type { PageUser } from '#platform/web/page.ts'
import { showDay } from '#platform/web/show.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Stack } from '#platform/web/ui/page.tsx'

/** Tells the owner, licensees and admins, who alone see the page, that the asset is not for sale. */
export function WithheldNotice({
  asset: { withheld_at, withheld_by, withheld_reason },
  user
}: {
  asset: AssetDetail
  user: PageUser | null
}) {
  if (!withheld_at) return null
  const since = showDay(withheld_at)
  if (user?.role === 'admin')
    return (
      <Notice tone="warn" title={`Withheld from sale by ${withheld_by?.name ?? 'an admin'} on ${since}.`}>
        {withheld_reason}
      </Notice>
    )
  return (
    <Notice tone="warn" title={`This asset has been withheld from sale since ${since}.`}>
      {user?.role === 'client'
        ? 'You keep your license, its certificate, and your downloads.'
        : 'Only you, its licensees, and admins can see this page.'}
    </Notice>
  )
}

/** What an admin can do with an approved asset here. */
export function AdminTools({ asset }: { asset: AssetDetail }) {
  const [open, setOpen] = useState(false)
  const maySee = useMaySee()
  if (asset.status !== 'approved') return null
  return (
    <Stack row gap={2}>
      <WithGrant grant="catalogue">
        <Button type="button" small kind={asset.withheld_at ? 'plain' : 'danger'} onClick={() => setOpen(true)}>
          {asset.withheld_at ? 'Release…' : 'Withhold…'}
        </Button>
      </WithGrant>
      {maySee(['finance', 'support']) && (
        <LinkButton to={`/admin/licenses?asset_id=${asset.id}`} small>
          Licenses
        </LinkButton>
      )}
      <WithholdDialog asset={open ? asset : undefined} onClose={() => setOpen(false)} />
    </Stack>
  )
}
