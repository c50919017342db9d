import { Suspense } from 'react'
import { loadLater } from '#platform/web/loading/load-later.tsx'

/* Each dialog, with its codecs or encoders, is loaded when it is first opened. */
const LazyCompressDialog = loadLater(() => import('./compressor/compress-dialog.tsx'))
const LazyLabelDialog = loadLater(() => import('./label/label-dialog.tsx'))

interface DialogProps {
  open: boolean
  onClose: () => void
}

export function CompressDialog(props: DialogProps) {
  return <Suspense>{props.open && <LazyCompressDialog {...props} />}</Suspense>
}

export function LabelDialog(props: DialogProps) {
  return <Suspense>{props.open && <LazyLabelDialog {...props} />}</Suspense>
}
