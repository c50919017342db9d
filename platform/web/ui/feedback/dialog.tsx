import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { IconX } from '../icons.ts'
import css from './dialog.module.css'

interface DialogProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** While busy, neither Escape nor the close button nor a press outside closes the dialog. */
  busy?: boolean
  /** `panel` opens at the right side, for details next to a table. */
  shape?: 'plain' | 'wide' | 'panel'
  /** The row of buttons. A button submits a form in the body through its `form` attribute. */
  footer?: ReactNode
  children: ReactNode
}

/** The browser's own modal dialog: it traps the focus, closes on Escape, and returns the focus. Its children exist only while it is open. */
export function Dialog({ open, onClose, title, busy = false, shape = 'plain', footer, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal()
    if (!open) dialog.current?.close()
  }, [open])
  useLayoutEffect(() => {
    const shown = dialog.current
    // A dialog that is unmounted while open would not return the focus.
    return () => shown?.close()
  }, [])
  const close = () => {
    if (!busy) onClose()
  }
  return (
    <dialog
      ref={dialog}
      className={classNames(css['floating'], css['dialog'], shape !== 'plain' && css[shape])}
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
        // Browsers without closedby close the dialog on a second Escape, even if onCancel prevents it.
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
          {/* Last in the markup, so that the dialog opens with its first field focused. */}
          <Button type="button" kind="quiet" square className={css['cross']} aria-label="Close" onClick={close} disabled={busy}>
            <IconX size={20} aria-hidden="true" />
          </Button>
        </>
      )}
    </dialog>
  )
}
