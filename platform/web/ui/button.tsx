import { type ComponentProps, type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useLooksOnly } from '../grants.tsx'
import css from './button.module.css'
import { classNames } from './class-names.ts'
import { Spinner } from './feedback/spinner.tsx'

export interface ButtonLook {
  /** `main` is a page's primary action; `quiet` has no border; `danger` deletes something. */
  kind?: 'main' | 'plain' | 'quiet' | 'danger'
  small?: boolean
  /** Fills the available width. */
  wide?: boolean
  /** For an icon without text. Needs an aria-label. */
  square?: boolean
}

function looks({ kind = 'plain', small, wide, square }: ButtonLook, className?: string): string {
  return classNames(css['button'], css[kind], small && css['small'], wide && css['wide'], square && css['square'], className)
}

type ButtonProps = ButtonLook & ComponentProps<'button'> & { busy?: boolean | undefined }

/** Submits its form unless type="button" is set. While busy, it ignores presses. Where an admin may only look, main and danger buttons are disabled. */
export function Button({ kind, small, wide, square, busy = false, className, disabled, children, ref, ...rest }: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useImperativeHandle(ref, () => button.current!)
  usePreservedFocus(button, busy)
  const isClosed = useLooksOnly() && (kind === 'main' || kind === 'danger')
  const look = looks({ ...(kind && { kind }), small: !!small, wide: !!wide, square: !!square }, className)
  return (
    <button {...rest} ref={button} className={look} disabled={disabled || busy || isClosed} aria-busy={busy || undefined}>
      {busy && <Spinner />}
      {children}
    </button>
  )
}

/** A disabled button loses the focus. Returns it afterwards, unless an invalid field took it first. */
function usePreservedFocus(button: RefObject<HTMLButtonElement | null>, busy: boolean): void {
  const had = useRef(false)
  useLayoutEffect(() => {
    if (busy) had.current = document.activeElement === button.current
  }, [busy, button])
  useEffect(() => {
    if (busy || !had.current) return
    had.current = false
    if (document.activeElement === document.body) button.current?.focus()
  }, [busy, button])
}

type LinkButtonProps = ButtonLook & ComponentProps<typeof Link>

export function LinkButton({ kind, small, wide, square, className, ...rest }: LinkButtonProps) {
  const look = looks({ ...(kind && { kind }), small: !!small, wide: !!wide, square: !!square }, className)
  return <Link {...rest} className={look} />
}
