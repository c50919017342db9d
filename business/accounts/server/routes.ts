import type { FastifyInstance } from 'fastify'
import { mount } from '#platform/server/index.ts'
import { authCheck, authMe, login, logout, logoutAlias, me, register, resendVerification, verifyEmail } from '../contract.ts'
import * as accounts from './service.ts'
import { closeSession } from './sessions.service.ts'

export async function accountsRoutes(app: FastifyInstance): Promise<void> {
  mount(app, login, (ctx, { body }) => accounts.logIn(ctx, body))
  mount(app, register, (ctx, { body }) => accounts.signUp(ctx, body))
  mount(app, verifyEmail, (ctx, { body }) => accounts.verify(ctx, body))
  mount(app, resendVerification, (ctx, { body }) => accounts.resend(ctx, body))
  for (const e of [logout, logoutAlias]) mount(app, e, closeSession)
  for (const e of [authCheck, authMe, me]) mount(app, e, async (ctx) => accounts.whoIs(ctx))
}
