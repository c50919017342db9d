import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { LABEL_DPI, PRINT_AFTER_MS } from '../../label.rules.ts'
import css from './label-print.module.css'

/** Prints only the label, in its true size, after a delay that lets the image load. */
export function PrintSheet({ url, width }: { url: string; width: number }) {
  useEffect(() => {
    const timer = setTimeout(() => print(), PRINT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return createPortal(
    <div className={css['sheet']} aria-hidden="true">
      <img src={url} alt="" style={{ width: `${width / LABEL_DPI}in` }} />
    </div>,
    document.body
  )
}
