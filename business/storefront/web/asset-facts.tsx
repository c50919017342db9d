import { Link } from 'react-router'
import type { AssetDetail, AssetFile } from '#catalogue/contract.ts'
import { categoryLabel } from '#catalogue/rules.ts'
import type { Pricing } from '#licensing/contract.ts'
import { LICENSE_TYPES } from '#licensing/rules.ts'
import { showDollars, showNumber } from '#platform/web/show.ts'
import css from './asset-facts.module.css'

/** Each licence with what it allows and costs; the free one first where there is one. */
export function PriceRows({ prices, isFree }: { prices: Pricing['prices']['single']; isFree: boolean }) {
  const types = LICENSE_TYPES.filter((type) => prices[type])
  if (types.length === 0 && !isFree) return <p className={css['quiet']}>This asset is not for sale.</p>
  return (
    <ul className={css['rows']} aria-label="Licenses">
      {isFree && <PriceRow name="Free" price="$0.00" limits="PNG, 1500 px, non-commercial, with attribution" />}
      {types.map((type) => (
        <PriceRow
          key={type}
          name={categoryLabel(type)}
          price={showDollars(prices[type]!.amount_cents)}
          limits={prices[type]!.features[0] ?? ''}
        />
      ))}
    </ul>
  )
}

function PriceRow({ name, price, limits }: { name: string; price: string; limits: string }) {
  return (
    <li className={css['row']}>
      <span className={css['name']}>{name}</span>
      <span className={css['price']}>{price}</span>
      <span className={css['limits']}>{limits}</span>
    </li>
  )
}

export function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <ul className={css['tags']} aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag}>
          <Link to={`/?search=${encodeURIComponent(tag)}`} className={css['tag']}>
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** What was uploaded, measured; then what else a licence gives. */
export function FileList({ files, formats }: { files: readonly AssetFile[]; formats: readonly string[] }) {
  const made = formats.filter((format) => files.every((file) => file.format !== format))
  return (
    <dl className={css['files']}>
      {files.map((file) => (
        <div key={file.id}>
          <dt>{file.format.toUpperCase()}</dt>
          <dd>{[sizeOf(file), `${showNumber(file.size_in_kb)} KB`].filter(Boolean).join(', ')}</dd>
        </div>
      ))}
      {made.length > 0 && (
        <div>
          <dt>Also as</dt>
          <dd>{made.map((format) => format.toUpperCase()).join(', ')}, in the size you need</dd>
        </div>
      )}
    </dl>
  )
}

const sizeOf = ({ format, resolution }: AssetFile): string | undefined =>
  format === 'svg' ? 'any size' : resolution ? `${resolution.replace('x', ' × ')} px` : undefined

/** Whom open-licensed art is by, and its licence. */
export function Credit({ credit }: { credit: NonNullable<AssetDetail['credit']> }) {
  const { author_name, author_url, licence_title, licence_url, source } = credit
  return (
    <p className={css['credit']}>
      Open-licensed artwork
      {author_name && (
        <>
          {' '}
          by <Outside to={author_url}>{author_name}</Outside>
        </>
      )}
      {licence_title && (
        <>
          , <Outside to={licence_url}>{licence_title}</Outside>
        </>
      )}
      {source && <> · {source}</>}
    </p>
  )
}

function Outside({ to, children }: { to: string | null; children: string }) {
  const isAddress = to?.startsWith('https://') || to?.startsWith('http://')
  return isAddress ? (
    <a href={to!} rel="noreferrer">
      {children}
    </a>
  ) : (
    children
  )
}
