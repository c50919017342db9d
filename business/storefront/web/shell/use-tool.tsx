import { type MouseEvent, useState } from 'react'
import { useLocation } from 'react-router'
import type { PageUser } from '#platform/web/page.ts'
import { CompressDialog, LabelDialog } from '#tools/web/index.ts'
import type { ToolName } from '../../rules.ts'

export type OpenTool = (event: MouseEvent, tool: { name: ToolName; to: string }) => void

/** Opens the tools in a dialog over any page for signed-in users. Before hydration or in a new tab, the buttons are plain links. */
export function useTool(user: PageUser | null) {
  const { pathname } = useLocation()
  const [open, setOpen] = useState<ToolName>()
  const close = () => setOpen(undefined)
  const openTool: OpenTool = (event, { name, to }) => {
    const opensElsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (!user || opensElsewhere || pathname === to) return
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
