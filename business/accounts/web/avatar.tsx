import css from './avatar.module.css'

/** A user's picture, or the first letter of the name. Decorative: the name is next to it. */
export function Avatar({ name, url }: { name: string; url: string | null }) {
  if (url) return <img className={css['face']} src={url} alt="" width={36} height={36} loading="lazy" />
  return (
    <span className={css['face']} aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  )
}
