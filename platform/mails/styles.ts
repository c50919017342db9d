import type { CSSProperties } from 'react'

const FONT = "'Instrument Sans', -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif"
export const BRAND = '#00b4d8'
export const INK = '#0d1b20'
const QUIET = '#55646b'
const LINE = '#e2dfd7'
const GROUND = '#f6f4ef'

/* Mail programs that support dark mode use these classes; the others use the light colors on each element.
   <Body> puts its style on a table cell inside it. */
export const STYLES = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .ground, .ground > table > tbody > tr > td { background-color: #0d1417 !important; }
    .sheet { background-color: #141d21 !important; border-color: #2a363b !important; }
    .ink { color: #eef3f4 !important; }
    .quiet { color: #9fb0b6 !important; }
    .panel { background-color: #0a1013 !important; border-color: #2a363b !important; }
    .link { color: #48cae4 !important; }
    .mat { background-color: #e6e2d8 !important; border-color: #2a363b !important; }
  }
  @media (max-width: 480px) {
    .sheet { padding: 24px 20px 8px !important; }
    .button { display: block !important; }
  }
`

export const BODY: CSSProperties = { margin: 0, padding: '32px 12px', backgroundColor: GROUND, fontFamily: FONT }
/** Less padding at the bottom, because the last line has a margin. */
export const SHEET: CSSProperties = { padding: '32px 36px 16px', border: `1px solid ${LINE}`, borderRadius: 10, backgroundColor: '#ffffff' }
export const PANEL: CSSProperties = {
  padding: '16px',
  border: `1px solid ${LINE}`,
  borderRadius: 10,
  backgroundColor: GROUND
}
/** Artwork keeps its paper in the dark theme, because much of it is dark on transparent. Without the picture, its title is centered here. */
export const MAT: CSSProperties = { ...PANEL, padding: '20px', backgroundColor: '#efece4', textAlign: 'center' }
/** At most the width of the smallest preview, which is sharp on most screens. */
export const PICTURE = {
  display: 'block',
  width: 240,
  maxWidth: '100%',
  height: 'auto',
  margin: '0 auto',
  color: INK,
  fontSize: 16,
  fontWeight: 600,
  lineHeight: '24px'
} as const satisfies CSSProperties
export const TITLE: CSSProperties = {
  margin: '0 0 16px',
  color: INK,
  fontFamily: FONT,
  fontSize: 24,
  fontWeight: 700,
  lineHeight: '30px',
  overflowWrap: 'anywhere'
}
export const PROSE: CSSProperties = { margin: '0 0 16px', color: INK, fontSize: 16, lineHeight: '24px', overflowWrap: 'anywhere' }
export const SMALL: CSSProperties = { margin: '0 0 16px', color: QUIET, fontSize: 13, lineHeight: '20px', overflowWrap: 'anywhere' }
export const LABEL: CSSProperties = { color: QUIET }
export const LINK: CSSProperties = { color: '#006f8a', textDecoration: 'underline' }
/** 46 px high, which is large enough for a thumb. */
export const BUTTON: CSSProperties = {
  display: 'inline-block',
  padding: '13px 22px',
  borderRadius: 4,
  backgroundColor: BRAND,
  color: INK,
  fontSize: 16,
  fontWeight: 600,
  lineHeight: '20px',
  textAlign: 'center',
  textDecoration: 'none'
}
/** Seven digits stay on one line at 320 px; the padding balances the space behind the last digit. */
export const CODE: CSSProperties = {
  margin: 0,
  paddingLeft: '0.16em',
  color: INK,
  fontSize: 32,
  fontWeight: 700,
  fontVariantNumeric: 'tabular-nums',
  lineHeight: '40px',
  letterSpacing: '0.16em',
  textAlign: 'center',
  whiteSpace: 'nowrap'
}
