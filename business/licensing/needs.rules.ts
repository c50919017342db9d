import { LICENSE_LIMITS, LICENSE_TYPES, type LicenseType } from './rules.ts'

/** The planned use of an asset. */
export type Needs = {
  /** People who use the files. */
  people: number
  /** The work earns money or advertises something, for the licensee, a company or a client. */
  earns: boolean
  /** The asset is the main feature of goods for sale. */
  resells: boolean
  /** Printed or manufactured. */
  pieces: number
}

/** Returns the smallest license that allows this use, or undefined if none does. */
export const licenseFor = ({ people, earns, resells, pieces }: Needs): LicenseType | undefined =>
  LICENSE_TYPES.find((type) => {
    const { seats, print_run, commercial_use, goods_for_resale } = LICENSE_LIMITS[type]
    return people <= seats && pieces <= print_run && (commercial_use || !earns) && (goods_for_resale || !resells)
  })

/** Returns the smallest license that allows one answer, whatever the others are. */
export const smallestFor = (needs: Partial<Needs>): LicenseType | undefined =>
  licenseFor({ people: 1, earns: false, resells: false, pieces: 0, ...needs })

/** An answer of the license helper. `why` says which limit decides about it. */
type LicenseAnswer = { label: string; needs: Partial<Needs>; why: string }
type LicenseQuestion = { text: string; options: readonly LicenseAnswer[] }

const number = new Intl.NumberFormat('en-US')
const MORE = Number.POSITIVE_INFINITY
const limit = (type: LicenseType, of: 'seats' | 'print_run'): string => number.format(LICENSE_LIMITS[type][of])
const ANY = 'Every license allows that.'

/** What the license helper asks. The license for a use is the largest that one of the answers needs. */
export const LICENSE_QUESTIONS: readonly LicenseQuestion[] = [
  {
    text: 'What is it for?',
    options: [
      { label: 'A private project of my own', needs: { people: 1, earns: false }, why: ANY },
      ...(['commercial', 'extended'] as const).map((type, at) => ({
        label: `Work that earns money or advertises, by up to ${limit(type, 'seats')} people`,
        needs: { people: LICENSE_LIMITS[type].seats, earns: true },
        why:
          at === 0
            ? 'The personal license does not allow commercial use.'
            : `The commercial license has ${limit('commercial', 'seats')} seats.`
      })),
      {
        label: 'Such work, by more people',
        needs: { people: MORE, earns: true },
        why: `The extended license has ${limit('extended', 'seats')} seats.`
      }
    ]
  },
  {
    text: 'How many pieces do you print or make?',
    options: [
      { label: `None, or up to ${limit('personal', 'print_run')}`, needs: { pieces: LICENSE_LIMITS.personal.print_run }, why: ANY },
      ...(['commercial', 'extended'] as const).map((type, at) => ({
        label: `Up to ${limit(type, 'print_run')}`,
        needs: { pieces: LICENSE_LIMITS[type].print_run },
        why: `The ${at === 0 ? 'personal' : 'commercial'} license ends at ${limit(at === 0 ? 'personal' : 'commercial', 'print_run')} pieces.`
      })),
      { label: 'More', needs: { pieces: MORE }, why: `The extended license ends at ${limit('extended', 'print_run')} pieces.` }
    ]
  },
  {
    text: 'Do you sell goods or templates whose main feature is the asset?',
    options: [
      { label: 'No', needs: { resells: false }, why: ANY },
      {
        label: 'Yes, such as shirts, posters, or templates',
        needs: { resells: true },
        why: 'Only the extended license allows goods for resale.'
      }
    ]
  }
]

export const LICENSE_USES = ['personal', 'commercial', 'resale'] as const
export type LicenseUse = (typeof LICENSE_USES)[number]

/** A planned use as a program states it. What is not known yet is undefined. */
export type StatedUse = { use?: LicenseUse | undefined; company_size?: number | undefined; print_run?: number | undefined }

const QUESTIONS: Readonly<Record<keyof StatedUse, string>> = {
  use: 'What is it for: a personal project, commercial work, or goods for resale whose main feature is the asset?',
  company_size: 'How many people will use the files?',
  print_run: 'How many pieces will be printed or manufactured? 0 if none.'
}
const STATED = ['use', 'company_size', 'print_run'] as const

export type LicenseAdvice = { license: LicenseType | null; why: string; missing: (keyof StatedUse)[] }

/** Returns the smallest license for a stated use, and why: by the numbers of the license terms. Without an answer that it needs, it asks for it. */
export function adviseLicense(stated: StatedUse): LicenseAdvice {
  const { use, company_size, print_run } = stated
  const missing = STATED.filter((name) => stated[name] === undefined)
  if (use === undefined || company_size === undefined || print_run === undefined)
    return { license: null, why: missing.map((name) => QUESTIONS[name]).join(' '), missing }
  const needs: Needs = { people: company_size, earns: use !== 'personal', resells: use === 'resale', pieces: print_run }
  const license = licenseFor(needs)
  const smaller = license ? LICENSE_TYPES.slice(0, LICENSE_TYPES.indexOf(license)) : LICENSE_TYPES
  const reasons = smaller.map((type) => `The ${type} license ${tooSmall(type, needs).join(', and ')}.`)
  const last = license ? fits(license) : 'No license covers this. Please contact us about it.'
  return { license: license ?? null, why: [...reasons, last].join(' '), missing }
}

function tooSmall(type: LicenseType, { people, earns, resells, pieces }: Needs): string[] {
  const { seats, print_run, commercial_use, goods_for_resale } = LICENSE_LIMITS[type]
  return [
    ...(earns && !commercial_use ? ['does not allow commercial use'] : []),
    ...(resells && !goods_for_resale ? ['does not allow goods for resale'] : []),
    ...(people > seats ? [`is for ${seats === 1 ? '1 person' : `up to ${number.format(seats)} people`}`] : []),
    ...(pieces > print_run ? [`ends at ${number.format(print_run)} pieces`] : [])
  ]
}

function fits(type: LicenseType): string {
  const { seats, print_run, commercial_use, goods_for_resale } = LICENSE_LIMITS[type]
  const use = goods_for_resale ? 'commercial use and goods for resale' : commercial_use ? 'commercial use' : 'personal projects'
  const people = seats === 1 ? '1 person' : `up to ${number.format(seats)} people`
  return `The ${type} license covers it: ${use}, ${people}, and up to ${number.format(print_run)} pieces.`
}
