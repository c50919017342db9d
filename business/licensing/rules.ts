import { type Cents, timesHalfUp } from '#platform/contract/money.ts'

export const LICENSE_TYPES = ['personal', 'commercial', 'extended'] as const
export type LicenseType = (typeof LICENSE_TYPES)[number]
export const LICENSE_NAMES: Record<LicenseType, string> = { personal: 'Personal', commercial: 'Commercial', extended: 'Extended' }
export const LICENSE_STATES = ['active', 'expired', 'revoked'] as const
export type LicenseState = (typeof LICENSE_STATES)[number]

/** The day of the licence terms' text; a licence keeps the one that it was given under. */
export const TERMS_VERSION = '2026-11-21'

/** What a download of a plan gives; more than that is bought. */
export const PLAN_LICENSE: LicenseType = 'commercial'

/** Whether a plan's download covers a type, so that nothing is to be paid. */
export const isInPlan = (type: LicenseType): boolean => LICENSE_TYPES.indexOf(type) <= LICENSE_TYPES.indexOf(PLAN_LICENSE)

/** How many times the personal licence's price each type costs. */
export const PRICE_FACTORS: Record<LicenseType, number> = { personal: 1, commercial: 2.5, extended: 6 }

/** What each paid licence allows, in numbers; `all` together for one asset. */
export type LicenseLimits = {
  holder: string
  /** People who may open the files. */
  seats: number
  /** Stored copies of the files, backups included. */
  file_copies: number
  /** Different designs made with the asset. */
  end_products: number
  /** Printed or made pieces over all end products. */
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

export const mayDownload = ({ status }: { status: LicenseState }): boolean => status === 'active'

const number = new Intl.NumberFormat('en-US')

/** A licence's limits in one line. */
export function limitsLine(type: LicenseType): string {
  const { holder, seats, end_products, print_run, commercial_use, goods_for_resale } = LICENSE_LIMITS[type]
  const people = seats > 1 ? `${holder}, ${number.format(seats)} seats` : holder
  const use = goods_for_resale ? 'goods for resale' : commercial_use ? 'commercial use' : 'no commercial use'
  return `${people} · ${number.format(end_products)} end products · ${number.format(print_run)} prints · ${use}`
}

/** What someone means to do with an asset. */
export type Needs = {
  /** Who open the files. */
  people: number
  /** It earns money or advertises, for oneself, a company or a client. */
  earns: boolean
  /** The asset is the main thing of goods for sale. */
  resells: boolean
  /** Printed or made. */
  pieces: number
}

/** The smallest licence that allows it; nothing where it takes more than any. */
export const licenseFor = ({ people, earns, resells, pieces }: Needs): LicenseType | undefined =>
  LICENSE_TYPES.find((type) => {
    const { seats, print_run, commercial_use, goods_for_resale } = LICENSE_LIMITS[type]
    return people <= seats && pieces <= print_run && (commercial_use || !earns) && (goods_for_resale || !resells)
  })

/** A certificate's number as it was typed or read aloud: in any case, with or without dashes, O for 0, I or L for 1. */
export function readCertificateNumber(typed: string): string | undefined {
  const signs = typed.toUpperCase().replace(/[\s-]/g, '')
  const [, given] = /^LIC([0-9A-Z]{16})$/.exec(signs) ?? []
  const right = given?.replace(/O/g, '0').replace(/[IL]/g, '1')
  return right && !right.includes('U') ? `LIC-${right.match(/.{4}/g)!.join('-')}` : undefined
}

/** 'Ada King Lovelace' is 'A. K. L.': who holds the certificate recognizes it, and others learn little. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, 4)
    .map((word) => `${/[\p{L}\p{N}]/u.exec(word)![0].toUpperCase()}.`)
    .join(' ')

/** What a master can be turned into, beside the files that were uploaded. */
export const MADE_FORMATS = ['png', 'jpg', 'webp', 'pdf'] as const
export type MadeFormat = (typeof MADE_FORMATS)[number]
const RASTERS = ['png', 'jpg', 'webp']
export const isMade = (format: string): format is MadeFormat => (MADE_FORMATS as readonly string[]).includes(format)

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

/** The widths to choose from: the usual ones, and the widest there is. */
export function widthsOf({ largest_width }: Pick<DownloadOption, 'largest_width'>): number[] {
  if (largest_width === null) return []
  return [...PRESET_WIDTHS.filter((width) => width < largest_width), largest_width]
}

/** What is wrong with a width as it was typed; empty is none. */
export function wrongWidth(typed: string, { largest_width }: Pick<DownloadOption, 'largest_width'>): string | undefined {
  const most = largest_width ?? MOST_WIDTH
  const isRight = typed.trim() === '' || (/^\d{1,4}$/.test(typed.trim()) && Number(typed) >= LEAST_WIDTH && Number(typed) <= most)
  return isRight ? undefined : `Give a width from ${LEAST_WIDTH} to ${most} pixels.`
}

/** The longer side of the free licence's PNG, in pixels. */
export const FREE_SIZE = 1500
export const LINK_MINUTES = 10
export const LEAST_WIDTH = 16
export const MOST_WIDTH = 4096
/** Widths that the download form offers, in pixels. */
export const PRESET_WIDTHS = [256, 512, 1024, 2048, 4096] as const
/** The longer side of what is made from a drawing when no width is asked for: an icon's own 24 pixels are no high-res PNG. */
export const DRAWING_SIZE = 2048
/** Of a picture that is made. */
export const PIXELS_MOST = 100_000_000
/** No side of a WEBP is longer. */
export const SIDE_MOST = 16_383

export type Size = { width: number; height: number }
export type DownloadOption = { format: string; largest_width: number | null; own_width: number | null }

/** A size in the shape of another, at least one pixel each way. */
export const scaledTo = (own: Size, width: number): Size => ({ width, height: Math.max(1, Math.round((own.height * width) / own.width)) })

/** A size in the shape of another, by its longer side. */
export const longestTo = (own: Size, longest: number): Size =>
  own.width >= own.height ? scaledTo(own, longest) : { width: Math.max(1, Math.round((own.width * longest) / own.height)), height: longest }

/** The widest a picture of this shape may be. */
const widestOf = ({ width, height }: Size): number =>
  Math.floor(Math.min(SIDE_MOST, (SIDE_MOST * width) / height, Math.sqrt((PIXELS_MOST * width) / height)))

/** The uploaded file of a format; the master where it is one. */
export function uploadedAs<File extends Sized>(files: readonly File[], format: string): File | undefined {
  const master = masterOf(files)
  return master?.format === format ? master : files.find((file) => file.format === format)
}

/** What a licence offers of each format: drawings in any size, pictures never larger than they are. */
export function downloadOptions(files: readonly Sized[]): DownloadOption[] {
  const master = masterOf(files)
  const [width, height] = [master?.width ?? 0, master?.height ?? 0]
  return formatsFrom(files.map(({ format }) => format)).map((format) => {
    const isGiven = !isMade(format) || (format === 'pdf' && files.some((file) => file.format === 'pdf'))
    if (!master || !width || !height || isGiven) return { format, largest_width: null, own_width: null }
    const widest = Math.max(1, widestOf({ width, height }))
    const isDrawing = master.format === 'svg'
    const largest = Math.min(MOST_WIDTH, widest, isDrawing ? MOST_WIDTH : width)
    const own_width = uploadedAs(files, format)?.width ?? (isDrawing ? null : Math.min(width, widest))
    return { format, largest_width: largest < LEAST_WIDTH ? null : largest, own_width }
  })
}

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
