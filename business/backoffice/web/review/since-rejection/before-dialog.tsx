import { CompareFigure } from '#platform/web/ui/compare/compare-figure.tsx'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import type { ReviewedAsset } from '#submissions/review.contract.ts'
import { Pins } from '#submissions/web/index.ts'
import { picturesOf, stageSize } from './before-pictures.ts'

/** Compares a resubmitted asset with the version that was rejected, and shows the pins of the rejection. */
export function BeforeDialog({ asset, open, onClose }: { asset: ReviewedAsset; open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open && asset.previous !== null} onClose={onClose} title="Before and after" shape="wide">
      <Stack gap={4}>
        <Pictures asset={asset} />
        {asset.previous && <Pins pins={asset.previous.pins} files={asset.previous.files} sizes="(min-width: 900px) 800px, 92vw" />}
      </Stack>
    </Dialog>
  )
}

function Pictures({ asset }: { asset: ReviewedAsset }) {
  const { before, after, isSame } = picturesOf(asset)
  if (isSame) return <p>The picture is the same as before.</p>
  if (!before?.preview_urls || !after?.preview_urls)
    return <p>{before ? 'The present version has no picture yet.' : 'The version that was rejected had no picture.'}</p>
  return (
    <CompareFigure
      {...stageSize(after.resolution)}
      before={{ src: before.preview_urls[1200], alt: `${before.filename}, before` }}
      after={{ src: after.preview_urls[1200], alt: `${after.filename}, after` }}
      label="Share of the rejected version shown"
      textOf={(part) => `${part}% before, ${100 - part}% after`}
      captions={[
        <>
          <b>Before</b> {before.filename}
        </>,
        <>
          <b>After</b> {after.filename}
        </>
      ]}
    />
  )
}
