import { lazy, Suspense } from 'react'

const Loaded = lazy(() => import('./label-dialog.tsx'))

/** Form and dialog come with the first opening: no other page carries them. */
export function LabelDialog(props: { open: boolean; onClose: () => void }) {
  if (!props.open) return null
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  )
}
