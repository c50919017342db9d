export const SYMBOLOGIES = ['qr', 'datamatrix', 'code128', 'ean13', 'ean8', 'upca'] as const
export type Symbology = (typeof SYMBOLOGIES)[number]
const CODE128_MAX = 80

/** Errors for values that a symbology cannot encode. */
export const BARCODE_TEXTS = {
  ascii: 'Code 128 supports only letters without accents, digits, and basic symbols. Use a QR code for other characters.',
  too_long_128: `Code 128 supports at most ${CODE128_MAX} characters. Use a QR code for longer text.`
} as const

type NumberCode = 'ean13' | 'ean8' | 'upca'
/** Digits of each code, including the check digit. */
const NUMBER_CODES: Record<NumberCode, { name: string; digits: number }> = {
  ean13: { name: 'EAN-13', digits: 13 },
  ean8: { name: 'EAN-8', digits: 8 },
  upca: { name: 'UPC-A', digits: 12 }
}

export const isNumberCode = (symbology: Symbology): symbology is NumberCode => symbology in NUMBER_CODES

/** Linear barcodes encode a single line; matrix codes encode any text. */
export const isLinear = (symbology: Symbology): boolean => symbology === 'code128' || isNumberCode(symbology)

/** Returns the reason why Code 128 cannot encode the value, if any. */
export function code128Problem(value: string): string | undefined {
  if (!/^[\x20-\x7e]*$/.test(value)) return BARCODE_TEXTS.ascii
  return value.length > CODE128_MAX ? BARCODE_TEXTS.too_long_128 : undefined
}

const digitsOf = (code: string): string => code.replace(/[\s-]/g, '')

/** Returns the reason why the code is not a valid article number, if any. Ignores spaces and dashes. */
export function numberProblem(symbology: NumberCode, code: string): string | undefined {
  const { name, digits } = NUMBER_CODES[symbology]
  const typed = digitsOf(code)
  if (!/^\d+$/.test(typed) || typed.length < digits - 1 || typed.length > digits)
    return `${name} has ${digits} digits, or ${digits - 1} without the check digit.`
  const right = withCheckDigit(symbology, typed.slice(0, digits - 1))
  return typed.length === digits && typed !== right ? `The last digit of this ${name} should be ${right.at(-1)}.` : undefined
}

/** Appends the check digit (weights 3 and 1 from the right, modulo 10) if it is missing. */
export function withCheckDigit(symbology: NumberCode, code: string): string {
  const digits = digitsOf(code)
  if (digits.length !== NUMBER_CODES[symbology].digits - 1) return digits
  const sum = [...digits].reverse().reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 3 : 1), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
