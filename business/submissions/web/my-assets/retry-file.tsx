import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { route } from '#platform/web/api.ts'
import { browserApi } from '#platform/web/browser.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { toast } from '#platform/web/ui/feedback/toaster.tsx'
import type { retryFile } from '../../contract.ts'
import { MESSAGES } from '../../rules.ts'

const RETRY = route<typeof retryFile>({ method: 'POST', path: '/uploads/:file_id/retry' })

/** Processes a failed file again. The page then shows its progress. */
export function RetryFile({ id, filename }: { id: string; filename: string }) {
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    try {
      await browserApi()(RETRY, { params: { file_id: id } })
    } catch (error) {
      toast(error instanceof Error ? error.message : MESSAGES.upload_failed, 'bad')
    }
    await revalidate()
    setBusy(false)
  }
  return (
    <Button type="button" small busy={busy} aria-label={`Retry ${filename}`} onClick={() => void retry()}>
      Retry
    </Button>
  )
}
