import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import css from './dialog.module.css'
import { IconX } from './icons.ts'

interface DialogProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** While busy, neither Escape, the cross nor a press outside closes it. */
  busy?: boolean
  /** `panel` stands at the right side: detail beside a table. */
  shape?: 'plain' | 'wide' | 'panel'
  /** The row of buttons below; a button there reaches a form in the body by its `form` attribute. */
  footer?: ReactNode
  children: ReactNode
}

/** The browser's own modal dialog: it traps the focus, closes on Escape and gives the focus back. Its children exist only while it is open. */
export function Dialog({ open, onClose, title, busy = false, shape = 'plain', footer, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal()
    if (!open) dialog.current?.close()
  }, [open])
  useLayoutEffect(() => {
    const shown = dialog.current
    // Taken out of the page while open, it would keep the focus it has to give back.
    return () => shown?.close()
  }, [])
  const close = () => {
    if (!busy) onClose()
  }
  return (
    <dialog
      ref={dialog}
      className={classNames(css['dialog'], shape !== 'plain' && css[shape])}
      aria-labelledby={titleId}
      aria-busy={busy}
      closedby={busy ? 'none' : 'any'}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        close()
      }}
      onClose={() => {
        if (!open || dialog.current?.open) return
        // A browser without closedby closes at a second Escape whatever onCancel says.
        if (busy) dialog.current?.showModal()
        else onClose()
      }}
    >
      {open && (
        <>
          <h2 id={titleId} className={css['title']}>
            {title}
          </h2>
          <div className={css['body']}>{children}</div>
          {footer && <div className={css['foot']}>{footer}</div>}
          {/* Last, so that the dialog opens with its first field in focus. */}
          <Button type="button" kind="quiet" square className={css['cross']} aria-label="Close" onClick={close} disabled={busy}>
            <IconX size={20} aria-hidden="true" />
          </Button>
        </>
      )}
    </dialog>
  )
}
