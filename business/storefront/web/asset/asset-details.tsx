import { Link } from 'react-router'
import type { AssetDetail, AssetFile } from '#catalogue/contract.ts'
import { showNumber } from '#platform/web/show.ts'
import css from './asset-details.module.css'

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

/** The uploaded files with their sizes, and the other formats a license includes. */
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
          <dt>Also available</dt>
          <dd>{made.map((format) => format.toUpperCase()).join(', ')}, in the size you choose</dd>
        </div>
      )}
    </dl>
  )
}

/** Returns the size of a file: points for PDF and EPS, pixels for images. */
function sizeOf({ format, resolution }: AssetFile): string | undefined {
  if (format === 'svg') return 'any size'
  return resolution ? `${resolution.replace('x', ' × ')} ${format === 'pdf' || format === 'eps' ? 'pt' : 'px'}` : undefined
}

/** The author and the license of an open-licensed asset. */
export function Credit({ credit }: { credit: NonNullable<AssetDetail['credit']> }) {
  const { author_name, author_url, license_title, license_url, source } = credit
  return (
    <p className={css['credit']}>
      Open-licensed artwork
      {author_name && (
        <>
          {' '}
          by <ExternalLink to={author_url}>{author_name}</ExternalLink>
        </>
      )}
      {license_title && (
        <>
          , <ExternalLink to={license_url}>{license_title}</ExternalLink>
        </>
      )}
      {source && <> · {source}</>}
    </p>
  )
}

const REQUIREMENTS = {
  credit: 'The open license of this artwork requires you to credit it wherever you show it:',
  share_alike:
    'The open license of this artwork requires you to credit it wherever you show it and to share works based on it under the same license:'
} as const

/** The requirements of the asset's open license, which apply to every license, with a credit line to copy. */
export function RequiredCredit({ title, credit }: { title: string; credit: NonNullable<AssetDetail['credit']> }) {
  const { asks, author_name, author_url, license_title, license_url } = credit
  if (asks === 'nothing') return null
  return (
    <div className={css['required']}>
      <p>{REQUIREMENTS[asks]}</p>
      <p className={css['line']}>
        “{title}” by <ExternalLink to={author_url}>{author_name ?? 'an unknown author'}</ExternalLink>,{' '}
        <ExternalLink to={license_url}>{license_title ?? 'its own license'}</ExternalLink>
      </p>
    </div>
  )
}

function ExternalLink({ to, children }: { to: string | null; children: string }) {
  if (!to || !/^https?:\/\//.test(to)) return children
  return (
    <a href={to} rel="noreferrer">
      {children}
    </a>
  )
}
