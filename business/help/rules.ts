export const SUPPORT_HOURS = 'Monday to Friday, 9am to 5pm Pacific Time'

/** The buttons of the FAQ; 'All' shows the questions of every other one. */
export const FAQ_CATEGORIES = [
  'All',
  'Clients',
  'Employees',
  'Admins',
  'Accounts & Security',
  'Uploads & Files',
  'Licensing & Usage',
  'Subscriptions & Billing',
  'Custom Requests',
  'Troubleshooting',
  'Legal & Compliance'
] as const
export type FaqCategory = (typeof FAQ_CATEGORIES)[number]
export type FaqTopic = Exclude<FaqCategory, 'All'>

export type Question = { topic: FaqTopic; question: string; answer: string }

export const NO_QUESTIONS = 'No questions match your filters.'

/** A category from an address; one that does not exist is All. */
export const faqCategory = (typed: string | null): FaqCategory => FAQ_CATEGORIES.find((category) => category === typed) ?? 'All'

/** The questions of a category whose question or answer holds what was typed. */
export function matchingQuestions(questions: readonly Question[], category: FaqCategory, typed: string): Question[] {
  const wanted = plain(typed)
  return questions
    .filter(({ topic }) => category === 'All' || topic === category)
    .filter(({ question, answer }) => plain(question).includes(wanted) || plain(shownText(answer)).includes(wanted))
}

const plain = (text: string): string => text.trim().replace(/\s+/g, ' ').replaceAll('’', "'").toLowerCase()

/** An inline link: [what is read](where it leads). */
export const LINK = /\[([^\]]+)\]\(([^)]+)\)/g

/** A text as it is read, without where its links lead. */
export const shownText = (text: string): string => text.replace(LINK, '$1')

export const countLabel = (count: number): string => `${count} ${count === 1 ? 'question' : 'questions'}`

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
} as const satisfies Record<string, LicenseLimits>
export type LimitedLicense = keyof typeof LICENSE_LIMITS
