import { type ReadInputBarcodeFormat, readBarcodes } from 'zxing-wasm/reader'
import type { Symbology } from '../barcode.rules.ts'

const FORMATS: Record<Symbology, ReadInputBarcodeFormat> = {
  qr: 'QRCode',
  datamatrix: 'DataMatrix',
  code128: 'Code128',
  ean13: 'EAN13',
  ean8: 'EAN8',
  upca: 'UPCA'
}

/** What a reader finds in a picture; nothing if it finds no such code, or several. */
export async function readSymbol(picture: Blob | Uint8Array, symbology: Symbology): Promise<string | undefined> {
  const found = await readBarcodes(picture, { formats: [FORMATS[symbology]], textMode: 'Plain', tryHarder: true })
  const text = found.length === 1 ? found[0]!.text : undefined
  // Readers tell a UPC-A as the EAN-13 that it is, with a 0 before it.
  return symbology === 'upca' ? text?.replace(/^0(?=\d{12}$)/, '') : text
}
