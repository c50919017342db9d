import css from './wordmark.module.css'

/** An easel from the front: the picture carries the person's accent, the wood is ink. Drawn on the pixels of 16, 32 and 48. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path className={css['wood']} d="M16 1.5V6M9 23 5.5 30.5M23 23l3.5 7.5M3 21.5h26" />
      <rect className={css['picture']} x="5" y="4.5" width="22" height="14" rx="1.5" />
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
