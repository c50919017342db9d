export const SYMBOLOGIES = ['qr', 'datamatrix', 'code128', 'ean13', 'ean8', 'upca'] as const
export type Symbology = (typeof SYMBOLOGIES)[number]
const CODE128_MOST = 80

/** Why a value does not fit into a kind of code. */
export const BARCODE_TEXTS = {
  ascii: 'Code 128 holds letters, digits and signs without accents. Use a QR code for others.',
  too_long_128: `Code 128 holds at most ${CODE128_MOST} characters. Use a QR code for more.`
} as const

type NumberCode = 'ean13' | 'ean8' | 'upca'
/** How many digits each has, the check digit at the end among them. */
const NUMBER_CODES: Record<NumberCode, { name: string; digits: number }> = {
  ean13: { name: 'EAN-13', digits: 13 },
  ean8: { name: 'EAN-8', digits: 8 },
  upca: { name: 'UPC-A', digits: 12 }
}

export const isNumberCode = (symbology: Symbology): symbology is NumberCode => symbology in NUMBER_CODES

/** Bars in a row, which hold one line; the others hold any text. */
export const isLinear = (symbology: Symbology): boolean => symbology === 'code128' || isNumberCode(symbology)

/** Why Code 128 cannot hold it. */
export function code128Problem(value: string): string | undefined {
  if (!/^[\x20-\x7e]*$/.test(value)) return BARCODE_TEXTS.ascii
  return value.length > CODE128_MOST ? BARCODE_TEXTS.too_long_128 : undefined
}

const digitsOf = (code: string): string => code.replace(/[\s-]/g, '')

/** Why it is no article number of that kind; spaces and dashes do not count. */
export function numberProblem(symbology: NumberCode, code: string): string | undefined {
  const { name, digits } = NUMBER_CODES[symbology]
  const typed = digitsOf(code)
  if (!/^\d+$/.test(typed) || typed.length < digits - 1 || typed.length > digits)
    return `${name} is ${digits} digits, or ${digits - 1} without the check digit.`
  const right = withCheckDigit(symbology, typed.slice(0, digits - 1))
  return typed.length === digits && typed !== right ? `The last digit of this ${name} should be ${right.at(-1)}.` : undefined
}

/** Weights 3 and 1 from the right, up to the next ten. */
export function withCheckDigit(symbology: NumberCode, code: string): string {
  const digits = digitsOf(code)
  if (digits.length !== NUMBER_CODES[symbology].digits - 1) return digits
  const sum = [...digits].reverse().reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 3 : 1), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
