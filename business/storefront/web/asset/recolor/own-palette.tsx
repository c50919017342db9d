import { useState } from 'react'
import { Link } from 'react-router'
import type { changeProfile, getProfile } from '#accounts/profile.contract.ts'
import type { ColorChanges, PaletteColor } from '#catalogue/recolor.rules.ts'
import { route } from '#platform/web/api.ts'
import { browserApi } from '#platform/web/browser.ts'
import type { PageUser } from '#platform/web/page.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { toast } from '#platform/web/ui/feedback/toaster.tsx'

const PROFILE = route<typeof getProfile>({ method: 'GET', path: '/profile' })
const CHANGE = route<typeof changeProfile>({ method: 'PATCH', path: '/profile' })

type OwnProps = {
  user: PageUser | null
  palette: readonly PaletteColor[]
  targets: readonly string[]
  onApply: (changes: ColorChanges) => void
}

/** The colors that a person has saved: to use here, or to replace by the colors shown here. */
export function OwnPalette({ user, palette, targets, onApply }: OwnProps) {
  const [busy, setBusy] = useState<'apply' | 'save'>()
  if (!user) return <Link to="/login">Log in to use your palette</Link>
  const during = async (what: 'apply' | 'save', work: () => Promise<void>) => {
    setBusy(what)
    try {
      await work()
    } catch {
      toast('Something went wrong. Please try again.', 'bad')
    } finally {
      setBusy(undefined)
    }
  }
  const apply = async () => {
    const { palette: saved } = await browserApi()(PROFILE, {})
    if (saved.length === 0) return toast('You have not saved a palette yet. Save these colors first.', 'bad')
    const { matchPalette } = await import('./mix-colors.ts')
    onApply(matchPalette(palette, saved))
  }
  const save = async () => {
    await browserApi()(CHANGE, { body: { palette: [...new Set(targets)] } })
    toast('Saved as your palette.')
  }
  return (
    <>
      <Button type="button" small busy={busy === 'apply'} onClick={() => void during('apply', apply)}>
        My palette
      </Button>
      <Button type="button" small busy={busy === 'save'} onClick={() => void during('save', save)}>
        Save as my palette
      </Button>
    </>
  )
}
