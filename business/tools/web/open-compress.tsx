import { lazy, Suspense } from 'react'

const Loaded = lazy(() => import('./compress-dialog.tsx'))

/** Codecs and dialog come with the first opening: no other page carries them. */
export function CompressDialog(props: { open: boolean; onClose: () => void }) {
  if (!props.open) return null
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  )
}
