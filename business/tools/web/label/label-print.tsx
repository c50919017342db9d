import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { PRINT_AFTER_MS } from '../../label.rules.ts'
import css from './label-print.module.css'

/** Prints only the label, in its true size, after a delay that lets the image load. */
export function PrintSheet({ url, inches }: { url: string; inches: number }) {
  useEffect(() => {
    const timer = setTimeout(() => print(), PRINT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return createPortal(
    <div className={css['sheet']} aria-hidden="true">
      <img src={url} alt="" style={{ width: `${inches}in` }} />
    </div>,
    document.body
  )
}
