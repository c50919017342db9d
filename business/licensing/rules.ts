import { type Cents, timesHalfUp } from '#platform/contract/money.ts'

export const LICENSE_TYPES = ['personal', 'commercial', 'extended'] as const
export type LicenseType = (typeof LICENSE_TYPES)[number]
export const LICENSE_STATES = ['active', 'expired', 'revoked'] as const
export type LicenseState = (typeof LICENSE_STATES)[number]

/** How many times the personal licence's price each type costs. */
export const PRICE_FACTORS: Record<LicenseType, number> = { personal: 1, commercial: 2.5, extended: 6 }

const DEFAULT_FEATURES = ['High-res PNG', 'Standard support', 'Unlimited downloads']
export const FEATURES: Record<LicenseType, readonly string[]> = {
  personal: ['1 person, own projects', ...DEFAULT_FEATURES],
  commercial: ['1 company, client and commercial work', ...DEFAULT_FEATURES],
  extended: ['1 company, goods for resale', ...DEFAULT_FEATURES]
}

export const priceOf = (personal: Cents, type: LicenseType): Cents => timesHalfUp(personal, PRICE_FACTORS[type])

export const mayDownload = ({ status }: { status: LicenseState }): boolean => status === 'active'

/** What a master can be turned into, beside the files that were uploaded. */
export const MADE_FORMATS = ['png', 'jpg', 'webp', 'pdf'] as const
export type MadeFormat = (typeof MADE_FORMATS)[number]
const RASTERS = ['png', 'jpg', 'webp']

type Sized = { format: string; width: number | null; height: number | null }

/** The file that others are made from: a drawing before pictures, the largest picture before smaller ones. */
export function masterOf<File extends Sized>(files: readonly File[]): File | undefined {
  const drawing = files.find(({ format }) => format === 'svg')
  const pixels = ({ width, height }: Sized) => (width ?? 0) * (height ?? 0)
  const pictures = files.filter(({ format }) => RASTERS.includes(format))
  return drawing ?? pictures.toSorted((one, other) => pixels(other) - pixels(one))[0]
}

/** Every format a licence gives: those uploaded, and those that can be made from the master (SVG before raster; PDF and EPS stay what they are). */
export function formatsFrom(uploaded: readonly string[]): string[] {
  const made = uploaded.includes('svg') ? MADE_FORMATS : uploaded.some((format) => RASTERS.includes(format)) ? RASTERS : []
  return [...new Set([...uploaded, ...made])]
}

/** The longer side of the free licence's PNG, in pixels. */
export const FREE_SIZE = 1500
export const LINK_MINUTES = 10
export const LEAST_WIDTH = 16
export const MOST_WIDTH = 8192

export type AcquireMode = 'single' | 'subscription' | 'free'

/** The tab that the acquire dialog opens with. */
export const openingMode = ({ is_free, is_subscribed }: { is_free: boolean; is_subscribed: boolean }): AcquireMode =>
  is_free ? 'free' : is_subscribed ? 'subscription' : 'single'

/** What was chosen before the acquire dialog opened. */
export type Wanted = { license: LicenseType; format: string | undefined }

export function wantedIn(form: FormData): Wanted {
  const [license, format] = [form.get('license_type'), form.get('format')]
  return {
    license: LICENSE_TYPES.find((type) => type === license) ?? 'personal',
    format: typeof format === 'string' ? format : undefined
  }
}

/** The formats with the wanted one first. */
export const wantedFirst = (formats: readonly string[], wanted: string | null | undefined): string[] =>
  formats.toSorted((one, other) => Number(other === wanted) - Number(one === wanted))
