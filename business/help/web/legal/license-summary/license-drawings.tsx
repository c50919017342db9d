import type { ReactNode } from 'react'
import type { LicenseType } from '#licensing/rules.ts'
import css from './license-summary.module.css'

/** The same small work in the place where each license is used: on a wall, on a website and a box, on a shirt and a mug. */
export function LicenseDrawing({ license }: { license: LicenseType }) {
  const Drawing = DRAWINGS[license]
  return (
    <svg className={css['drawing']} viewBox="0 0 240 140" aria-hidden="true">
      <path className={css['floor']} d="M16 126h208" />
      <Drawing />
    </svg>
  )
}

const DRAWINGS: Record<LicenseType, () => ReactNode> = { personal: Wall, commercial: Company, extended: Goods }

/** A sun over two hills, 40 by 30 units. */
const Work = ({ at: [x, y], scale = 1 }: { at: readonly [number, number]; scale?: number }) => (
  <g transform={`translate(${x} ${y}) scale(${scale})`}>
    <path className={css['sky']} d="M0 0h40v30H0z" />
    <circle className={css['sun']} cx="28" cy="10" r="5" />
    <path className={css['hill']} d="M0 30V22l10-10 12 12 6-5 12 9v2z" />
  </g>
)

function Wall() {
  return (
    <>
      <path className={css['line']} d="M120 18l-22 14M120 18l22 14" />
      <path className={css['sheet']} d="M72 32h96v74H72z" />
      <Work at={[84, 44]} scale={1.8} />
      <path className={css['line']} d="M84 44h72v54H84z" />
    </>
  )
}

function Company() {
  return (
    <>
      <rect className={css['sheet']} x="28" y="22" width="120" height="90" rx="6" />
      <path className={css['line']} d="M28 40h120M38 31h.01M46 31h.01M54 31h.01M42 94h44M42 102h28" />
      <Work at={[42, 50]} scale={1.2} />
      <path className={css['line']} d="M104 54h30M104 64h30M104 74h20" />
      <path className={css['sheet']} d="M164 66h48v60h-48z" />
      <path className={css['line']} d="M164 66l8-12h32l8 12M188 54v12" />
      <Work at={[172, 78]} scale={0.8} />
      <path className={css['line']} d="M172 112h32" />
    </>
  )
}

function Goods() {
  return (
    <>
      <path className={css['sheet']} d="M62 26l-34 16 10 26 14-5v63h64V63l14 5 10-26-34-16c-6 12-38 12-44 0z" />
      <Work at={[64, 58]} />
      <path className={css['sheet']} d="M162 74h44v46a6 6 0 0 1-6 6h-32a6 6 0 0 1-6-6z" />
      <path className={css['line']} d="M206 84h8a8 8 0 0 1 8 8v10a8 8 0 0 1-8 8h-8" />
      <Work at={[170, 86]} scale={0.7} />
    </>
  )
}
