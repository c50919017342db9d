import { type ReadInputBarcodeFormat, readBarcodes } from 'zxing-wasm/reader'
import type { Symbology } from '../../barcode.rules.ts'

const FORMATS: Record<Symbology, ReadInputBarcodeFormat> = {
  qr: 'QRCode',
  datamatrix: 'DataMatrix',
  code128: 'Code128',
  ean13: 'EAN13',
  ean8: 'EAN8',
  upca: 'UPCA'
}

/** Decodes the code in an image. Returns undefined unless there is exactly one. */
export async function readSymbol(picture: Blob | ImageData, symbology: Symbology): Promise<string | undefined> {
  const found = await readBarcodes(picture, { formats: [FORMATS[symbology]], textMode: 'Plain', tryHarder: true })
  const text = found.length === 1 ? found[0]?.text : undefined
  // The reader reports a UPC-A as an EAN-13 with a leading 0.
  return symbology === 'upca' ? text?.replace(/^0(?=\d{12}$)/, '') : text
}
