import { Link } from 'react-router'
import type { AssetDetail, AssetFile } from '#catalogue/contract.ts'
import { showNumber } from '#platform/web/show.ts'
import css from './asset-facts.module.css'

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

/** Pages are measured in points, pictures in pixels. */
function sizeOf({ format, resolution }: AssetFile): string | undefined {
  if (format === 'svg') return 'any size'
  return resolution ? `${resolution.replace('x', ' × ')} ${format === 'pdf' || format === 'eps' ? 'pt' : 'px'}` : undefined
}

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
          , <Outside to={licence_url}>{licence_title ?? 'its own license'}</Outside>
        </>
      )}
      {source && <> · {source}</>}
    </p>
  )
}

const ASKED = {
  credit: 'The license of this artwork asks for a credit wherever you show it:',
  share_alike:
    'The license of this artwork asks for a credit wherever you show it, and that works made from it are shared under the same license:'
} as const

/** What its open licence asks, whichever licence is bought, and the line to give. */
export function CreditAsked({ title, credit }: { title: string; credit: NonNullable<AssetDetail['credit']> }) {
  const { asks, author_name, author_url, licence_title, licence_url } = credit
  if (asks === 'nothing') return null
  return (
    <div className={css['asked']}>
      <p>{ASKED[asks]}</p>
      <p className={css['line']}>
        “{title}” by <Outside to={author_url}>{author_name ?? 'an unknown author'}</Outside>,{' '}
        <Outside to={licence_url}>{licence_title ?? 'its own license'}</Outside>
      </p>
    </div>
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
