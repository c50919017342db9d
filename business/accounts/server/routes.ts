import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mount, mountStream, notFound, refuse, sendCsv, signedIn, withUpload } from '#platform/server/index.ts'
import { auditCsv, auditLog } from '../audit.contract.ts'
import { authCheck, authMe, carrySession, login, logout, logoutAlias, me, register, resendVerification, verifyEmail } from '../contract.ts'
import * as own from '../own-account.contract.ts'
import * as profiles from '../profile.contract.ts'
import { forgotPassword, forgotUsername, resetPassword } from '../recovery.contract.ts'
import { AVATAR_MAX_MB } from '../rules.ts'
import { deleteUser, listUsers, setGrants, setRole, setStatus, signOutUser, usersCsv } from '../users.contract.ts'
import { deleteView, listSavedViews, saveView } from '../views.contract.ts'
import * as auditing from './audit/audit.service.ts'
import * as emailChange from './email-change/email-change.service.ts'
import { undoChange } from './email-change/undo-email-change.service.ts'
import * as avatars from './profile/avatars.service.ts'
import * as news from './profile/news.service.ts'
import * as security from './profile/password-and-sessions.service.ts'
import * as profile from './profile/profile.service.ts'
import * as views from './saved-views/saved-views.service.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'
import * as accounts from './service.ts'
import * as recovery from './sign-in/recovery.service.ts'
import { closeSession } from './sign-in/sessions.service.ts'
import { deleteOwn } from './users/erase-person.service.ts'
import * as manage from './users/manage-users.service.ts'

export async function accountsRoutes(app: FastifyInstance): Promise<void> {
  mount(app, login, (ctx, { body }) => accounts.logIn(ctx, body))
  mount(app, register, (ctx, { body }) => accounts.signUp(ctx, body))
  mount(app, verifyEmail, (ctx, { body }) => accounts.verify(ctx, body))
  mount(app, resendVerification, (ctx, { body }) => accounts.resend(ctx, body))
  mount(app, forgotUsername, (ctx, { body }) => recovery.requestReminder(ctx, body))
  mount(app, forgotPassword, (ctx, { body }) => recovery.requestReset(ctx, body))
  mount(app, resetPassword, (ctx, { body }) => recovery.reset(ctx, body))
  secondFactorRoutes(app)
  mount(app, listSavedViews, (ctx) => views.list(ctx))
  mount(app, saveView, (ctx, { body }) => views.save(ctx, body))
  mount(app, deleteView, (ctx, { params: { id } }) => views.remove(ctx, id))
  mount(app, listUsers, (ctx, { query }) => manage.list(ctx, query))
  mountStream(app, usersCsv, async (ctx, { query }, _request, reply) => sendCsv(reply, 'users.csv', await manage.exportCsv(ctx, query)))
  mount(app, setRole, (ctx, { params, body }) => manage.setRole(ctx, params.id, body))
  mount(app, setGrants, (ctx, { params, body }) => manage.setGrants(ctx, params.id, body))
  mount(app, setStatus, (ctx, { params, body }) => manage.setStatus(ctx, params.id, body))
  mount(app, deleteUser, (ctx, { params }) => manage.remove(ctx, params.id))
  mount(app, signOutUser, (ctx, { params }) => manage.signOutEverywhere(ctx, params.id))
  mountStream(app, auditCsv, async (ctx, { query }, _request, reply) =>
    sendCsv(reply, 'audit-log.csv', await auditing.exportCsv(ctx, query))
  )
  mount(app, auditLog, (ctx, { query }) => auditing.list(ctx, query))
  mount(app, profiles.getProfile, profile.showProfile)
  mount(app, profiles.changeProfile, (ctx, { body }) => profile.change(ctx, body))
  mount(app, profiles.rememberOrigin, (ctx, { body: { origin } }) => profile.rememberOrigin(ctx, origin))
  mount(app, profiles.getNews, news.show)
  mount(app, profiles.setNews, (ctx, { body }) => news.choose(ctx, body))
  mountStream(app, profiles.setAvatar, (ctx, _received, request) => {
    const { temp_dir } = ctx.ports.settings
    const sender = `avatar/${signedIn(ctx).id}`
    const limits = { temp_dir, sender, max_bytes: AVATAR_MAX_MB * 1024 * 1024, too_large: refuse(profiles.refusals, 'too_large') }
    return withUpload(request, limits, (upload) => avatars.setAvatar(ctx, upload))
  })
  mount(app, profiles.deleteAvatar, avatars.deleteAvatar)
  mount(app, profiles.changePassword, (ctx, { body }) => security.changePassword(ctx, body))
  mount(app, own.waitingEmail, (ctx) => emailChange.showWaiting(ctx))
  mount(app, own.changeEmail, (ctx, { body }) => emailChange.askChange(ctx, body))
  mount(app, own.confirmEmail, (ctx, { body }) => emailChange.confirmChange(ctx, body))
  mount(app, own.undoEmailChange, (ctx, { body }) => undoChange(ctx, body))
  mount(app, own.deleteProfile, (ctx, { body }) => deleteOwn(ctx, body))
  mount(app, profiles.listSessions, security.listSessions)
  mount(app, profiles.endSessions, (ctx, { body }) => security.endSessions(ctx, body))
  app.get<{ Params: { name: string } }>('/avatars/:name', sendAvatar)
  for (const e of [logout, logoutAlias]) mount(app, e, closeSession)
  mount(app, carrySession, (ctx) => accounts.carry(ctx))
  for (const e of [authCheck, authMe, me]) mount(app, e, async (ctx) => accounts.whoIs(ctx))
}

const YEAR = 365 * 24 * 60 * 60

/** Each URL always serves the same picture. */
async function sendAvatar(request: FastifyRequest<{ Params: { name: string } }>, reply: FastifyReply): Promise<unknown> {
  const { name } = request.params
  const picture = await avatars.openAvatar(request.ctx, name)
  if (!picture) throw notFound()
  const etag = `"${name}"`
  reply.header('etag', etag).header('cache-control', `public, max-age=${YEAR}, immutable`)
  return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.type('image/webp').send(picture)
}
