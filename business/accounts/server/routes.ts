import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mount, mountStream, notFound, refuse, withUpload } from '#platform/server/index.ts'
import { authCheck, authMe, carrySession, login, logout, logoutAlias, me, register, resendVerification, verifyEmail } from '../contract.ts'
import { auditLog, deleteUser, listUsers, setRole, setStatus, signOutUser } from '../people.contract.ts'
import * as own from '../profile.contract.ts'
import { forgotPassword, forgotUsername, resetPassword } from '../recovery.contract.ts'
import { AVATAR_MAX_MB } from '../rules.ts'
import * as auditing from './audit.service.ts'
import * as avatars from './avatars.service.ts'
import * as manage from './manage.service.ts'
import * as security from './own-security.service.ts'
import * as profile from './profile.service.ts'
import * as recovery from './recovery.service.ts'
import * as accounts from './service.ts'
import { carryByCookie, closeSession } from './sessions.service.ts'

export async function accountsRoutes(app: FastifyInstance): Promise<void> {
  mount(app, login, (ctx, { body }) => accounts.logIn(ctx, body))
  mount(app, register, (ctx, { body }) => accounts.signUp(ctx, body))
  mount(app, verifyEmail, (ctx, { body }) => accounts.verify(ctx, body))
  mount(app, resendVerification, (ctx, { body }) => accounts.resend(ctx, body))
  mount(app, forgotUsername, (ctx, { body }) => recovery.askForReminder(ctx, body))
  mount(app, forgotPassword, (ctx, { body }) => recovery.askForReset(ctx, body))
  mount(app, resetPassword, (ctx, { body }) => recovery.reset(ctx, body))
  mount(app, listUsers, (ctx, { query }) => manage.list(ctx, query))
  mount(app, setRole, (ctx, { params, body }) => manage.setRole(ctx, params.id, body))
  mount(app, setStatus, (ctx, { params, body }) => manage.setStatus(ctx, params.id, body))
  mount(app, deleteUser, (ctx, { params }) => manage.remove(ctx, params.id))
  mount(app, signOutUser, (ctx, { params }) => manage.signOutEverywhere(ctx, params.id))
  mount(app, auditLog, (ctx, { query }) => auditing.list(ctx, query))
  mount(app, own.getProfile, profile.showProfile)
  mount(app, own.changeProfile, (ctx, { body }) => profile.change(ctx, body))
  mountStream(app, own.setAvatar, (ctx, _received, request) => {
    const { temp_dir } = ctx.ports.settings
    const limits = { temp_dir, max_bytes: AVATAR_MAX_MB * 1024 * 1024, too_large: refuse(own.no, 'too_large') }
    return withUpload(request, limits, (upload) => avatars.setAvatar(ctx, upload))
  })
  mount(app, own.deleteAvatar, avatars.deleteAvatar)
  mount(app, own.changePassword, (ctx, { body }) => security.changePassword(ctx, body))
  mount(app, own.listSessions, security.list)
  mount(app, own.endSessions, (ctx, { body }) => security.end(ctx, body))
  app.get<{ Params: { name: string } }>('/avatars/:name', sendAvatar)
  for (const e of [logout, logoutAlias]) mount(app, e, closeSession)
  mount(app, carrySession, async (ctx) => ({ user: await carryByCookie(ctx) }))
  for (const e of [authCheck, authMe, me]) mount(app, e, async (ctx) => accounts.whoIs(ctx))
}

const YEAR = 365 * 24 * 60 * 60

/** A picture never changes at its address. */
async function sendAvatar(request: FastifyRequest<{ Params: { name: string } }>, reply: FastifyReply): Promise<unknown> {
  const { name } = request.params
  const picture = await avatars.openAvatar(request.ctx, name)
  if (!picture) throw notFound()
  const etag = `"${name}"`
  reply.header('etag', etag).header('cache-control', `public, max-age=${YEAR}, immutable`)
  return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.type('image/webp').send(picture)
}
