import css from './wordmark.module.css'

/** The logo: an easel whose picture has the accent color. Aligned to the pixel grid at 16, 32, and 48 px. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path className={css['wood']} d="M16 1.75V5M9 22 6 30.25M23 22l3 8.25M16 22v5.5M4.25 22h23.5" />
      <rect className={css['picture']} x="6" y="4" width="20" height="15" rx="1.25" />
    </svg>
  )
}

export function Wordmark({ name }: { name: string }) {
  return (
    <span className={css['wordmark']}>
      <Mark />
      {name}
    </span>
  )
}
