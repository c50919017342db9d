import type { FastifyRequest } from 'fastify'

const UNSAID = /([?&](?:token|signature|email|sent)=)[^&]*/gi

/** What the log says of a request, without what makes an address a key (the token of a mailed link, the signature of a download) and without people's e-mail addresses. */
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
