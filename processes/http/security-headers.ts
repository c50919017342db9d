import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'

/** No page uses these browser features, so no injected script may use them either. */
const UNUSED_FEATURES = 'camera=(), microphone=(), geolocation=(), display-capture=(), usb=(), midi=(), browsing-topics=()'

/** What every answer has of its own. */
const OF_THE_ANSWER = new Set(['content-length', 'content-type', 'connection', 'keep-alive', 'date'])

/** Adds the same security headers to every answer. Helmet is asked for them once, because asking for each request costs more than a small answer. */
export async function addSecurityHeaders(app: FastifyInstance, { production }: { production: boolean }): Promise<void> {
  const headers = { ...(await helmetHeaders(production)), 'permissions-policy': UNUSED_FEATURES }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

async function helmetHeaders(production: boolean): Promise<Record<string, string>> {
  const asked = Fastify()
  await asked.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    // With helmet's default 'no-referrer', browsers send 'Origin: null' with our own forms, which would then look cross-site.
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: production,
    // For Internet Explorer, Flash, and filters that browsers have removed: every answer would carry them for nobody.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    // Browsers do not look up the links of pages that came by HTTPS.
    xDnsPrefetchControl: false
  })
  asked.get('/', async () => '')
  const { headers } = await asked.inject({ url: '/' })
  await asked.close()
  return Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (OF_THE_ANSWER.has(name) ? [] : [[name, String(value)]])))
}
