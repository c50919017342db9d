import type { FastifyRequest } from 'fastify'

const UNSAID = /([?&](?:token|signature|email|sent)=)[^&]*/gi

/** Logs requests without secrets in addresses (tokens of emailed links, signatures of downloads) and without email addresses. */
export const requestLog = {
  serializers: {
    req: ({ method, url, host, ip }: FastifyRequest) => ({
      method,
      url: url.replace(UNSAID, '$1…'),
      host,
      remoteAddress: ip
    })
  }
}
