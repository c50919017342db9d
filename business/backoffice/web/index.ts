export { Palette } from './palette/palette.tsx'
