import css from './face.module.css'

/** Someone's picture, or the first letter of the name; it says nothing that the name beside it does not. */
export function Face({ name, url }: { name: string; url: string | null }) {
  if (url) return <img className={css['face']} src={url} alt="" width={36} height={36} loading="lazy" />
  return (
    <span className={css['face']} aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  )
}
