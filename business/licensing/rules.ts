import { type Cents, timesHalfUp } from '#platform/contract/money.ts'

export const LICENSE_TYPES = ['personal', 'commercial', 'extended'] as const
export type LicenseType = (typeof LICENSE_TYPES)[number]
export const findLicenseType = (text: unknown): LicenseType | undefined => LICENSE_TYPES.find((type) => type === text)
export const LICENSE_NAMES: Record<LicenseType, string> = { personal: 'Personal', commercial: 'Commercial', extended: 'Extended' }
export const LICENSE_STATES = ['active', 'expired', 'revoked', 'transferred'] as const
export type LicenseState = (typeof LICENSE_STATES)[number]

/** Maximum length of the reason for revoking a license. */
export const REASON_MAX = 500

export const MESSAGES = { reason_required: 'Please enter a reason.', revoke_failed: 'Error revoking license.' } as const

/** The date of the license terms. Each license stores the version it was granted under. */
export const TERMS_VERSION = '2026-11-22'

/** The license that a plan download grants. Anything larger must be bought. */
export const PLAN_LICENSE: LicenseType = 'commercial'

/** Whether a plan download covers a license type. */
export const isInPlan = (type: LicenseType): boolean => LICENSE_TYPES.indexOf(type) <= LICENSE_TYPES.indexOf(PLAN_LICENSE)

/** Prices as multiples of the personal license's price. */
export const PRICE_FACTORS: Record<LicenseType, number> = { personal: 1, commercial: 2.5, extended: 6 }

/** The limits of a license for one asset. */
export type LicenseLimits = {
  holder: string
  /** People who may use the files. */
  seats: number
  /** Stored copies of the files, including backups. */
  file_copies: number
  /** Different designs that use the asset. */
  end_products: number
  /** Printed or manufactured pieces, all end products together. */
  print_run: number
  commercial_use: boolean
  client_work: boolean
  goods_for_resale: boolean
}

export const LICENSE_LIMITS = {
  personal: {
    holder: '1 person',
    seats: 1,
    file_copies: 3,
    end_products: 10,
    print_run: 100,
    commercial_use: false,
    client_work: false,
    goods_for_resale: false
  },
  commercial: {
    holder: '1 company',
    seats: 10,
    file_copies: 20,
    end_products: 50,
    print_run: 10_000,
    commercial_use: true,
    client_work: true,
    goods_for_resale: false
  },
  extended: {
    holder: '1 company',
    seats: 50,
    file_copies: 100,
    end_products: 250,
    print_run: 500_000,
    commercial_use: true,
    client_work: true,
    goods_for_resale: true
  }
} as const satisfies Record<LicenseType, LicenseLimits>

const DEFAULT_FEATURES = ['High-res PNG', 'Standard support', 'Unlimited downloads']
export const FEATURES: Record<LicenseType, readonly string[]> = {
  personal: ['1 person, own projects', ...DEFAULT_FEATURES],
  commercial: ['1 company, client and commercial work', ...DEFAULT_FEATURES],
  extended: ['1 company, goods for resale', ...DEFAULT_FEATURES]
}

export const priceOf = (personal: Cents, type: LicenseType): Cents => timesHalfUp(personal, PRICE_FACTORS[type])

/** Whether the license has a certificate: not once it was revoked, or given to someone who has a certificate of their own. */
export const hasCertificate = ({ status }: { status: LicenseState }): boolean => status === 'active' || status === 'expired'

export const mayDownload = ({ status }: { status: LicenseState }): boolean => status === 'active'

const number = new Intl.NumberFormat('en-US')

/** Describes a license's limits in one line. */
export function limitsLine(type: LicenseType): string {
  const { holder, seats, end_products, print_run, commercial_use, goods_for_resale } = LICENSE_LIMITS[type]
  const people = seats > 1 ? `${holder}, ${number.format(seats)} seats` : holder
  const use = goods_for_resale ? 'goods for resale' : commercial_use ? 'commercial use' : 'no commercial use'
  return `${people} · ${number.format(end_products)} end products · ${number.format(print_run)} prints · ${use}`
}

/** Reads a certificate number as people type it: in any case, with or without dashes, with O for 0 and I or L for 1. */
export function readCertificateNumber(typed: string): string | undefined {
  const [, code] = /^LIC([0-9A-Z]{16})$/.exec(typed.toUpperCase().replace(/[\s-]/g, '')) ?? []
  const digits = code?.replace(/O/g, '0').replace(/[IL]/g, '1')
  if (!digits || digits.includes('U')) return undefined
  return `LIC-${digits.replace(/.{4}(?=.)/g, '$&-')}`
}

/** 'Ada King Lovelace' becomes 'A. K. L.': the certificate's owner recognizes it, and others learn little. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? [])
    .slice(0, 4)
    .map((initial) => `${initial.toUpperCase()}.`)
    .join(' ')

/** Formats that can be rendered from a master, in addition to the uploaded files. */
export const RENDITION_FORMATS = ['png', 'jpg', 'webp', 'pdf'] as const
export type RenditionFormat = (typeof RENDITION_FORMATS)[number]
const RASTERS = ['png', 'jpg', 'webp']
export const isRendition = (format: string): format is RenditionFormat => RENDITION_FORMATS.some((known) => known === format)

type Sized = { format: string; width: number | null; height: number | null }

/** The file that renditions are made from: a drawing rather than a picture, the largest picture rather than a smaller one. */
export function masterOf<File extends Sized>(files: readonly File[]): File | undefined {
  const drawing = files.find(({ format }) => format === 'svg')
  const pixels = ({ width, height }: Sized) => (width ?? 0) * (height ?? 0)
  const pictures = files.filter(({ format }) => RASTERS.includes(format))
  return drawing ?? pictures.toSorted((one, other) => pixels(other) - pixels(one))[0]
}

/** Every format that a license includes: the uploaded ones, and those that can be rendered from the master. PDF and EPS are never a master. */
export function formatsFrom(uploaded: readonly string[]): string[] {
  const rendered = uploaded.includes('svg') ? RENDITION_FORMATS : uploaded.some((format) => RASTERS.includes(format)) ? RASTERS : []
  return [...new Set([...uploaded, ...rendered])]
}

/** The widths to choose from: the presets, and the largest available one. */
export function widthsOf({ largest_width }: Pick<DownloadOption, 'largest_width'>): number[] {
  if (largest_width === null) return []
  return [...PRESET_WIDTHS.filter((width) => width < largest_width), largest_width]
}

/** Returns what is wrong with a typed width, or undefined. An empty field is fine. */
export function wrongWidth(typed: string, { largest_width }: Pick<DownloadOption, 'largest_width'>): string | undefined {
  const max = largest_width ?? MAX_WIDTH
  const isRight = typed.trim() === '' || (/^\d{1,4}$/.test(typed.trim()) && Number(typed) >= MIN_WIDTH && Number(typed) <= max)
  return isRight ? undefined : `Enter a width from ${MIN_WIDTH} to ${max} pixels.`
}

/** The longer side of the free license's PNG, in pixels. */
export const FREE_SIZE = 1500
export const LINK_MINUTES = 10
/** Downloads of licensed files that one person may have open at the same time, and of free files one network. */
export const OPEN_DOWNLOADS = 10
export const OPEN_FREE_DOWNLOADS = 20
export const MIN_WIDTH = 16
export const MAX_WIDTH = 4096
/** Widths that the download form offers, in pixels. */
export const PRESET_WIDTHS = [256, 512, 1024, 2048, 4096] as const
/** The longer side of a rendition of a drawing when no width is chosen: an icon's own 24 pixels would not be a high-res PNG. */
export const DRAWING_SIZE = 2048
/** The largest width of a rendition, in pixels. */
export const MAX_PIXELS = 100_000_000
/** The WebP format's limit for each side. */
export const MAX_SIDE = 16_383

export type Size = { width: number; height: number }
export type DownloadOption = { format: string; largest_width: number | null; own_width: number | null }

/** Scales a size to a width, at least one pixel high. */
export const scaledTo = (own: Size, width: number): Size => ({ width, height: Math.max(1, Math.round((own.height * width) / own.width)) })

/** Scales a size to the length of its longer side. */
export const longestTo = (own: Size, longest: number): Size =>
  own.width >= own.height ? scaledTo(own, longest) : { width: Math.max(1, Math.round((own.width * longest) / own.height)), height: longest }

/** The largest width that a picture of this shape may have. */
const widestOf = ({ width, height }: Size): number =>
  Math.floor(Math.min(MAX_SIDE, (MAX_SIDE * width) / height, Math.sqrt((MAX_PIXELS * width) / height)))

/** The uploaded file in a format: the master if it has the format, otherwise the first. */
export function uploadedAs<File extends Sized>(files: readonly File[], format: string): File | undefined {
  const master = masterOf(files)
  return master?.format === format ? master : files.find((file) => file.format === format)
}

/** The sizes that a license offers in each format: drawings in any size, pictures never larger than the original. */
export function downloadOptions(files: readonly Sized[]): DownloadOption[] {
  const master = masterOf(files)
  const [width, height] = [master?.width ?? 0, master?.height ?? 0]
  return formatsFrom(files.map(({ format }) => format)).map((format) => {
    const isFixed = !isRendition(format) || (format === 'pdf' && files.some((file) => file.format === 'pdf'))
    if (!master || !width || !height || isFixed) return { format, largest_width: null, own_width: null }
    const widest = Math.max(1, widestOf({ width, height }))
    const isDrawing = master.format === 'svg'
    const largest = Math.min(MAX_WIDTH, widest, isDrawing ? MAX_WIDTH : width)
    const own_width = uploadedAs(files, format)?.width ?? (isDrawing ? null : Math.min(width, widest))
    return { format, largest_width: largest < MIN_WIDTH ? null : largest, own_width }
  })
}

/** The available format with this name ('jpeg' counts as 'jpg'), or undefined. */
export function formatNamed(files: readonly Sized[], name: string): string | undefined {
  const format = name.toLowerCase() === 'jpeg' ? 'jpg' : name.toLowerCase()
  return formatsFrom(files.map((file) => file.format)).find((known) => known === format)
}

export type AcquireMode = 'single' | 'subscription' | 'free'

/** The tab that the acquire dialog opens with. */
export const openingMode = ({ is_free, is_subscribed }: { is_free: boolean; is_subscribed: boolean }): AcquireMode =>
  is_free ? 'free' : is_subscribed ? 'subscription' : 'single'

/** The choices made before the acquire dialog opened. */
/** `colors`: in which a drawing is wanted, as '#from-#to,…'. */
export type Wanted = { license: LicenseType; format: string | undefined; colors?: string | undefined }

export function wantedIn(form: FormData): Wanted {
  const [license, format] = [form.get('license_type'), form.get('format')]
  return {
    license: findLicenseType(license) ?? 'personal',
    format: typeof format === 'string' ? format : undefined
  }
}

/** Puts the chosen format first. */
export const wantedFirst = (formats: readonly string[], wanted: string | null | undefined): string[] =>
  formats.toSorted((one, other) => Number(other === wanted) - Number(one === wanted))

/** Larger files are handed out without signed Content Credentials: a signature needs the hash of the whole file before its first byte is sent. */
export const SIGNED_BYTES_MAX = 25 * 1024 * 1024
