import { toSVG } from 'bwip-js/generic'

/** Returns a QR code as the address of a picture. White around it, so that it can be read in the dark theme. Only for the server: the encoder is large. */
export function qrCodeOf(text: string): string {
  const options = { bcid: 'qrcode', text, eclevel: 'M', scale: 4, padding: 4, backgroundcolor: 'FFFFFF' }
  const svg = toSVG(options)
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
