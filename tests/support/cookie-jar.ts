import type { World } from './world.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** A browser without pages: it keeps the cookies that it is given and sends them back, from the product's own origin. */
export function browserOn(world: World, user_agent = FIREFOX) {
  const cookies = new Map<string, string>()
  const post = async (path: string, payload: object = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { 'user-agent': user_agent, origin: world.settings.public_url, ...(cookie && { cookie }) }
    const answer = await world.app.inject({ method: 'POST', url: `/api${path}`, payload, headers })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) keep(cookies, line)
    const { code, token, user } = (answer.body === '' ? {} : answer.json()) as Partial<Answered>
    return { status: answer.statusCode, headers: answer.headers, body: answer.body, code, token, user }
  }
  return { cookies, post }
}

type Answered = { code: string; token: string; user: { id: string; name: string } }

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split('; ')
  const [name = '', value = ''] = pair.split(/=(.*)/)
  if (attributes.includes('Max-Age=0')) cookies.delete(name)
  else cookies.set(name, value)
}
