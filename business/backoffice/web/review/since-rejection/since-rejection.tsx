import { FINDING_LABELS, type FindingCode } from '#catalogue/findings.rules.ts'
import { ORIGIN_LABELS } from '#catalogue/origin.rules.ts'
import { categoryLabel } from '#catalogue/rules.ts'
import { Button } from '#platform/web/ui/button.tsx'
import type { ReviewedAsset } from '#submissions/review.contract.ts'
import { changedCodes } from '#submissions/rules.ts'
import { picturesOf } from './before-pictures.ts'
import css from './since-rejection.module.css'
import { wordChanges } from './word-changes.ts'

/** What the artist changed between the rejection and the resubmission. */
export function SinceRejection({ asset, onCompare }: { asset: ReviewedAsset; onCompare: () => void }) {
  const { previous } = asset
  if (!previous) return null
  const { isSame } = picturesOf(asset)
  return (
    <section className={css['since']} aria-labelledby="since">
      <h4 id="since">Since the rejection</h4>
      <dl className={css['list']}>
        <Words name="Title" before={previous.title} after={asset.title} />
        <Words name="Category" before={categoryLabel(previous.category)} after={categoryLabel(asset.category)} />
        <Words name="Description" before={previous.description} after={asset.description} />
        <Words name="Origin" before={ORIGIN_LABELS[previous.origin]} after={ORIGIN_LABELS[asset.origin]} />
        <Names name="Tags" {...changedCodes(previous.tags, asset.tags)} />
        <Files asset={asset} />
        {asset.findings_changed && <Names name="Findings" {...inWords(asset.findings_changed)} />}
      </dl>
      {isUnchanged(asset) && <p className={css['quiet']}>Title, category, description, origin, tags, and files are the same.</p>}
      {(!isSame || previous.pins.length > 0) && (
        <div>
          <Button type="button" small aria-keyshortcuts="b" onClick={onCompare}>
            Before and after
          </Button>
        </div>
      )}
    </section>
  )
}

const filesChanged = ({ previous, files }: ReviewedAsset) =>
  changedCodes(
    (previous?.files ?? []).map(({ id }) => id),
    files.filter(({ status }) => status === 'ready').map(({ id }) => id)
  )

type Fields = Pick<ReviewedAsset, 'title' | 'category' | 'description' | 'tags' | 'origin'>

function isUnchanged(asset: ReviewedAsset): boolean {
  const { previous } = asset
  const wordsOf = ({ title, category, description, tags, origin }: Fields) => JSON.stringify([title, category, description, tags, origin])
  const { added, fixed } = filesChanged(asset)
  return previous !== null && wordsOf(previous) === wordsOf(asset) && added.length + fixed.length === 0
}

/** A changed text with its old and new words. */
function Words({ name, before, after }: { name: string; before: string; after: string }) {
  if (before === after) return null
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {wordChanges(before, after).map(({ kind, text }, at) => {
          const Element = kind === 'gone' ? 'del' : kind === 'new' ? 'ins' : 'span'
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name.
          return <Element key={at}>{text}</Element>
        })}
      </dd>
    </>
  )
}

/** What a list lost and gained. */
function Names({ name, added, fixed }: { name: string; added: readonly string[]; fixed: readonly string[] }) {
  if (added.length + fixed.length === 0) return null
  return (
    <>
      <dt>{name}</dt>
      <dd className={css['names']}>
        {fixed.map((one) => (
          <del key={one}>{one}</del>
        ))}
        {added.map((one) => (
          <ins key={one}>{one}</ins>
        ))}
      </dd>
    </>
  )
}

function Files({ asset }: { asset: ReviewedAsset }) {
  const { added, fixed } = filesChanged(asset)
  const nameOf = (id: string) => [...(asset.previous?.files ?? []), ...asset.files].find((file) => file.id === id)?.filename ?? ''
  return <Names name="Files" added={added.map(nameOf)} fixed={fixed.map(nameOf)} />
}

const isFindingCode = (code: string): code is FindingCode => Object.hasOwn(FINDING_LABELS, code)

const inWords = ({ added, fixed }: NonNullable<ReviewedAsset['findings_changed']>) => {
  const label = (code: string) => (isFindingCode(code) ? FINDING_LABELS[code] : code)
  return { added: added.map(label), fixed: fixed.map(label) }
}
