import { GOV_ID_MAX_MB, MESSAGES, RESUME_MAX_MB } from '../../rules.ts'

export type Refused = { error?: string | undefined; fields?: Readonly<Record<string, string>> }

type Sending = { onProgress: (done: number) => void; signal: AbortSignal }

/** Returns undefined on success, else the reason. Uses XMLHttpRequest because fetch reports no upload progress. */
export function sendApplication(form: FormData, { onProgress, signal }: Sending): Promise<Refused | undefined> {
  return new Promise((resolve) => {
    const call = new XMLHttpRequest()
    call.open('POST', '/api/careers/apply')
    call.setRequestHeader('accept', 'application/json')
    call.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total)
    call.onload = () => resolve(call.status < 400 ? undefined : refusalIn(call.responseText))
    call.onerror = () => resolve({})
    call.onabort = () => resolve({ error: 'The upload was stopped.' })
    signal.addEventListener('abort', () => call.abort())
    call.send(form)
  })
}

/** Returns the server's message or error, if any. */
function refusalIn(text: string): Refused {
  try {
    const { message, error, fields }: { message?: unknown; error?: unknown; fields?: Record<string, string> } = JSON.parse(text)
    const said = [message, error].find((words): words is string => typeof words === 'string' && words !== '')
    return { ...(said !== undefined && { error: said }), ...(fields && { fields }) }
  } catch {
    return {}
  }
}

/** Reads the invalid fields from the address after a submission without JavaScript. */
export function refusedIn(address: URLSearchParams): Refused | undefined {
  const named = address.get('wrong')
  if (named === null) return undefined
  const fields = Object.fromEntries(named.split(',').flatMap((name) => (name in WRONG ? [[name, WRONG[name as keyof typeof WRONG]]] : [])))
  const error = REFUSED[named as keyof typeof REFUSED]
  return { ...(error !== undefined && { error }), fields }
}

/** Refusals of the whole application. */
const REFUSED = {
  too_many: 'Too many applications were sent from here. Please try again later.',
  upload_quota_exceeded: 'Too many files were sent from here today. Please try again tomorrow.',
  storage_full: 'There is no room for new files at the moment. Your application was not stored. Please try again later.'
} as const

const WRONG = {
  first_name: MESSAGES.first_name,
  last_name: MESSAGES.last_name,
  email: MESSAGES.email,
  phone: MESSAGES.phone,
  years_experience: MESSAGES.years,
  portfolio_url: MESSAGES.portfolio,
  resume: `Please choose a PDF, DOC or DOCX file of at most ${RESUME_MAX_MB} MB.`,
  gov_id: `Please choose a PDF, PNG, JPG, JPEG or WEBP file of at most ${GOV_ID_MAX_MB} MB.`,
  legal_notice_ack: MESSAGES.legal,
  ip_ack: MESSAGES.legal
} as const
