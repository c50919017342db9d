/** Returns a QR code as the address of a picture. White around it, so that it can be read in the dark theme. Only for the server: the encoder is large, and it is loaded by the first code. */
export async function qrCodeOf(text: string): Promise<string> {
  const { toSVG } = await import('bwip-js/generic')
  const options = { bcid: 'qrcode', text, eclevel: 'M', scale: 4, padding: 4, backgroundcolor: 'FFFFFF' }
  const svg = toSVG(options)
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
