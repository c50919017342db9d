import { type ComponentProps, type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import css from './button.module.css'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

export interface ButtonLook {
  /** `main` is the one thing to do on a page; `quiet` has no border; `danger` destroys something. */
  kind?: 'main' | 'plain' | 'quiet' | 'danger'
  small?: boolean
  /** As wide as its place. */
  wide?: boolean
  /** For an icon alone; give an aria-label. */
  square?: boolean
}

function looks({ kind = 'plain', small, wide, square }: ButtonLook, className?: string): string {
  return classNames(css['button'], css[kind], small && css['small'], wide && css['wide'], square && css['square'], className)
}

type ButtonProps = ButtonLook & ComponentProps<'button'> & { busy?: boolean | undefined }

/** A button sends its form unless it says type="button"; while busy it takes no second press. */
export function Button({ kind, small, wide, square, busy = false, className, disabled, children, ref, ...rest }: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useImperativeHandle(ref, () => button.current!)
  useFocusKept(button, busy)
  const look = looks({ ...(kind && { kind }), small: !!small, wide: !!wide, square: !!square }, className)
  return (
    <button {...rest} ref={button} className={look} disabled={disabled || busy} aria-busy={busy || undefined}>
      {busy && <Spinner />}
      {children}
    </button>
  )
}

/** A button that is disabled loses the focus: it comes back, unless a field that is wrong took it first. */
function useFocusKept(button: RefObject<HTMLButtonElement | null>, busy: boolean): void {
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
