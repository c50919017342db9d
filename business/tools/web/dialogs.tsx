import { lazy, Suspense } from 'react'

/* Each dialog, with its codecs or encoders, is loaded when it is first opened. */
const LazyCompressDialog = lazy(() => import('./compressor/compress-dialog.tsx'))
const LazyLabelDialog = lazy(() => import('./label/label-dialog.tsx'))

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
