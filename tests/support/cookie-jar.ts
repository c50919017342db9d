import type { World } from './world.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Returns a client that stores cookies and sends them back, as a browser on the product's own origin does. */
export function browserOn(world: World, user_agent = FIREFOX) {
  const cookies = new Map<string, string>()
  const post = async (path: string, payload: object = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { 'user-agent': user_agent, origin: world.settings.public_url, ...(cookie && { cookie }) }
    const response = await world.app.inject({ method: 'POST', url: `/api${path}`, payload, headers })
    for (const line of [response.headers['set-cookie'] ?? []].flat()) store(cookies, line)
    const { code, token, user } = (response.body === '' ? {} : response.json()) as Partial<ResponseBody>
    return { status: response.statusCode, headers: response.headers, body: response.body, code, token, user }
  }
  return { cookies, post }
}

type ResponseBody = { code: string; token: string; user: { id: string; name: string } }

function store(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split('; ')
  const [name = '', value = ''] = pair.split(/=(.*)/)
  if (attributes.includes('Max-Age=0')) cookies.delete(name)
  else cookies.set(name, value)
}
