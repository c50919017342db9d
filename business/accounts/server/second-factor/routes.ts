import type { FastifyInstance } from 'fastify'
import { mount } from '#platform/server/index.ts'
import * as contract from '../../security.contract.ts'
import { prove } from '../sign-in/proof.service.ts'
import * as passkeys from './passkeys.service.ts'
import * as recoveryCodes from './recovery-codes.service.ts'
import * as security from './security.service.ts'
import * as signIn from './sign-in.service.ts'
import * as totp from './totp.service.ts'

export function secondFactorRoutes(app: FastifyInstance): void {
  mount(app, contract.finishSignIn, (ctx, { body }) => signIn.finishSignIn(ctx, body))
  mount(app, contract.passkeySignInOptions, signIn.passkeyOptions)
  mount(app, contract.signInWithPasskey, (ctx, { body }) => signIn.signInWithPasskey(ctx, body))
  mount(app, contract.prove, (ctx, { body }) => prove(ctx, body))
  mount(app, contract.getSecurity, security.show)
  mount(app, contract.startTotp, totp.start)
  mount(app, contract.confirmTotp, (ctx, { body }) => totp.confirm(ctx, body))
  mount(app, contract.deleteTotp, totp.remove)
  mount(app, contract.renewRecoveryCodes, recoveryCodes.renew)
  mount(app, contract.passkeyCreationOptions, passkeys.creationOptionsOf)
  mount(app, contract.addPasskey, (ctx, { body }) => passkeys.add(ctx, body))
  mount(app, contract.listPasskeys, passkeys.list)
  mount(app, contract.renamePasskey, (ctx, { params, body }) => passkeys.rename(ctx, params.id, body))
  mount(app, contract.deletePasskey, (ctx, { params }) => passkeys.remove(ctx, params.id))
  mount(app, contract.resetSecondFactor, (ctx, { params, body }) => security.resetSecondFactor(ctx, params.id, body))
}
