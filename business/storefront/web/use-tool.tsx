import { type MouseEvent, useState } from 'react'
import { useLocation } from 'react-router'
import type { PageUser } from '#platform/web/page.ts'
import { CompressDialog, LabelDialog } from '#tools/web/index.ts'
import type { ToolName } from '../rules.ts'

export type OpenTool = (event: MouseEvent, tool: { name: ToolName; to: string }) => void

/** The tools over any page, for whoever is signed in. Their buttons stay links to the tools' pages: for a new tab, and before the page is alive. */
export function useTool(user: PageUser | null) {
  const { pathname } = useLocation()
  const [open, setOpen] = useState<ToolName>()
  const close = () => setOpen(undefined)
  const openTool: OpenTool = (event, { name, to }) => {
    const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (!user || elsewhere || pathname === to) return
    event.preventDefault()
    setOpen(name)
  }
  const dialogs = (
    <>
      <CompressDialog open={open === 'compress'} onClose={close} />
      <LabelDialog open={open === 'qr'} onClose={close} />
    </>
  )
  return { openTool, dialogs }
}
