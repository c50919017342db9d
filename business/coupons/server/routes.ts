import type { FastifyInstance } from 'fastify'
import { mount } from '#platform/server/index.ts'
import { createCoupon, editCoupon, endCoupon, listCoupons, pauseCoupon, readCoupon, resumeCoupon } from '../admin.contract.ts'
import { quoteCoupon } from '../contract.ts'
import * as admin from './admin.service.ts'
import { quote } from './quote.service.ts'

export async function couponsRoutes(app: FastifyInstance): Promise<void> {
  mount(app, quoteCoupon, quote)
  mount(app, listCoupons, admin.list)
  mount(app, createCoupon, admin.create)
  mount(app, readCoupon, (ctx, { params }) => admin.read(ctx, params.id))
  mount(app, editCoupon, admin.edit)
  mount(app, pauseCoupon, (ctx, { params }) => admin.pause(ctx, params.id))
  mount(app, resumeCoupon, (ctx, { params }) => admin.resume(ctx, params.id))
  mount(app, endCoupon, (ctx, { params }) => admin.end(ctx, params.id))
}
