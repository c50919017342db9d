import { Link } from 'react-router'
import { ORIGIN_LABELS } from '#catalogue/origin.rules.ts'
import { categoryLabel } from '#catalogue/rules.ts'
import { Findings } from '#catalogue/web/index.ts'
import { stateLabel } from '#claims/web/index.ts'
import { UsageLine } from '#icons/web/index.ts'
import { showDay } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { PictureCard, PictureCardTitle } from '#platform/web/ui/card.tsx'
import { Progress } from '#platform/web/ui/form/file-drop.tsx'
import { mayAppeal } from '../../appeal.rules.ts'
import type { ListedOwn } from '../../contract.ts'
import { filesToApprove, mayChangeFiles, mayDelete, mayEdit, toneOf } from '../../rules.ts'
import css from './own-asset-card.module.css'
import { Picture } from './picture.tsx'
import { AppealState, Rejection } from './rejection.tsx'
import { RetryFile } from './retry-file.tsx'

type Action = (asset: ListedOwn) => void
type OwnAssetCardProps = { asset: ListedOwn; onDelete: Action; onEdit: Action; onResubmit: Action; onAppeal: Action }

const SIZES = '(min-width: 960px) 300px, (min-width: 720px) 45vw, 92vw'

/** An asset in its artist's list. */
export function OwnAssetCard({ asset, ...actions }: OwnAssetCardProps) {
  const { asset_files: files } = asset
  const withPreview = files.find(({ preview_urls }) => preview_urls)
  const processing = files.find(({ status }) => status === 'processing')
  return (
    <PictureCard className={css['card']}>
      <Picture urls={withPreview?.preview_urls} alt={asset.title} sizes={SIZES} />
      <div className={css['body']}>
        <PictureCardTitle title={asset.title}>{asset.title}</PictureCardTitle>
        <div className={css['quiet']}>
          {[categoryLabel(asset.category), ...new Set(files.map(({ format }) => format.toUpperCase())), ORIGIN_LABELS[asset.origin]].join(
            ' · '
          )}
        </div>
        <div className={css['row']}>
          <Badge tone={toneOf(asset.status)}>{asset.status}</Badge>
          {asset.withheld_at && <Badge tone="bad">Withheld</Badge>}
          <span className={css['quiet']}>{showDay(asset.created_at)}</span>
        </div>
        {processing && <Progress label="Making previews" done={processing.progress / 100} />}
        {files.length === 0 && asset.status === 'pending' && <div className={css['quiet']}>No file yet, so it cannot be reviewed.</div>}
        {files
          .filter(({ failure }) => failure)
          .map(({ id, filename, failure }) => (
            <div key={id} className={css['bad']}>
              {filename}: {failure} {mayChangeFiles(asset) && <RetryFile id={id} filename={filename} />}
            </div>
          ))}
        {asset.status !== 'approved' && <Findings folded findings={asset.findings} checked={asset.checked} files={files} />}
        <Availability asset={asset} />
        {asset.iconify_name && <UsageLine name={asset.iconify_name} />}
        <Claims asset={asset} />
        {asset.status === 'rejected' && <Rejection asset={asset} sizes={SIZES} />}
        <AppealState asset={asset} />
        <Actions asset={asset} {...actions} />
      </div>
    </PictureCard>
  )
}

function Actions({ asset, onDelete, onEdit, onResubmit, onAppeal }: OwnAssetCardProps) {
  return (
    <div className={css['actions']}>
      {asset.status === 'rejected' && (
        <Button type="button" kind="main" small aria-label={`Resubmit ${asset.title}`} onClick={() => onResubmit(asset)}>
          Resubmit
        </Button>
      )}
      {mayEdit(asset) && (
        <>
          <LinkButton to={`/upload-file/${asset.id}`} small>
            {asset.status === 'pending' ? 'Upload file' : 'Change files'}
          </LinkButton>
          <Button type="button" small aria-label={`Edit ${asset.title}`} onClick={() => onEdit(asset)}>
            Edit
          </Button>
        </>
      )}
      {mayAppeal(asset) && (
        <Button type="button" small aria-label={`Appeal against the rejection of ${asset.title}`} onClick={() => onAppeal(asset)}>
          Appeal
        </Button>
      )}
      {asset.status === 'approved' && (
        <LinkButton to={`/assets/${asset.id}`} small>
          {asset.withheld_at ? 'View page' : 'View in catalogue'}
        </LinkButton>
      )}
      {mayDelete(asset) && (
        <Button type="button" kind="danger" small onClick={() => onDelete(asset)}>
          Delete
        </Button>
      )}
    </div>
  )
}

/** What of an approved asset is not public, and why. */
function Availability({ asset: { status, withheld_at, asset_files: files } }: { asset: ListedOwn }) {
  const waiting = filesToApprove({ status, files }).length
  return (
    <>
      {waiting > 0 && (
        <div className={css['quiet']}>
          {waiting === 1 ? 'One file is not public yet: it waits' : `${waiting} files are not public yet: they wait`} for approval.
        </div>
      )}
      {withheld_at && (
        <div className={css['bad']}>
          Withheld from sale since {showDay(withheld_at)}. Those who hold a license keep it. <Link to="/contact">Contact us</Link> if you
          have questions.
        </div>
      )}
    </>
  )
}

/** The upheld claims about it, with the way to answer. */
function Claims({ asset: { claims } }: { asset: ListedOwn }) {
  return claims.map(({ id, claim_number, state, counter_until }) => (
    <div key={id} className={state === 'restored' ? css['quiet'] : css['bad']}>
      Claim <Link to={`/employee/claims/${id}`}>{claim_number}</Link>: {stateLabel(state).toLowerCase()}.
      {counter_until && ` You can answer until ${showDay(counter_until)}.`}
    </div>
  ))
}
