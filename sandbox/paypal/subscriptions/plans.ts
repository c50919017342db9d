import type { Call, callsOf } from '../call.ts'
import type { Sandbox } from '../context.ts'
import type { Plan, Product } from '../documents.ts'
import { newPlanId, newProductId } from '../identifiers.ts'
import { pageOf } from '../paging.ts'
import { notFound, refuse } from '../refusal.ts'
import { PLAN_REQUEST, PRODUCT_REQUEST } from '../schemas.ts'
import { checkedCycles } from './cycles.ts'

type ProductRequest = Pick<Product, 'name' | 'type' | 'description'> & { id?: string }
type PlanRequest = Omit<Plan, 'id' | 'status' | 'create_time' | 'update_time'> & { status?: Plan['status'] }

export function productCalls(serve: ReturnType<typeof callsOf>, sandbox: Sandbox): void {
  const products = '/v1/catalogs/products'
  serve({ method: 'POST', url: products, status: 201, repeated: 200, body: PRODUCT_REQUEST }, ({ body, full }: Call<ProductRequest>) => {
    const { type, update_time, ...shown } = showProduct(sandbox, createProduct(sandbox, body))
    return full ? { ...shown, type, update_time } : shown
  })
  serve({ method: 'GET', url: products }, ({ query }) => {
    const { items, ...page } = pageOf(sandbox.store.list('product'), query, `${sandbox.url}${products}`)
    const elements = items.map((product) => {
      const { type: _, update_time: __, ...element } = showProduct(sandbox, product)
      return element
    })
    // PayPal's description requires at least one product in the list, so an empty list is omitted.
    return { ...(elements.length > 0 && { products: elements }), ...page }
  })
  serve({ method: 'GET', url: `${products}/:id` }, ({ id }) => {
    const product = sandbox.store.find('product', id)
    if (!product) throw notFound()
    return showProduct(sandbox, product)
  })
}

function createProduct(sandbox: Sandbox, { id = newProductId(), name, type, description }: ProductRequest): Product {
  if (sandbox.store.find('product', id)) throw refuse('DUPLICATE_RESOURCE_IDENTIFIER', '/id')
  const now = sandbox.now().toISOString()
  const product = { id, name, type, ...(description && { description }), create_time: now, update_time: now }
  sandbox.store.put('product', product)
  return product
}

function showProduct(sandbox: Sandbox, product: Product) {
  return { ...product, links: [{ href: `${sandbox.url}/v1/catalogs/products/${product.id}`, rel: 'self', method: 'GET' }] }
}

export function planCalls(serve: ReturnType<typeof callsOf>, sandbox: Sandbox): void {
  const plans = '/v1/billing/plans'
  serve({ method: 'POST', url: plans, status: 201, repeated: 200, body: PLAN_REQUEST }, ({ body, full }: Call<PlanRequest>) => {
    const shown = showPlan(sandbox, createPlan(sandbox, body))
    return full ? shown : brief(shown)
  })
  serve({ method: 'GET', url: plans }, ({ query, full }) => {
    const wanted = sandbox.store.list('plan').filter(({ product_id }) => !query['product_id'] || product_id === query['product_id'])
    const { items, ...page } = pageOf(wanted, query, `${sandbox.url}${plans}`)
    return { plans: items.map((plan) => (full ? showPlan(sandbox, plan) : brief(showPlan(sandbox, plan)))), ...page }
  })
  serve({ method: 'GET', url: `${plans}/:id` }, ({ id }) => showPlan(sandbox, requirePlan(sandbox, id)))
}

export function requirePlan(sandbox: Sandbox, id: string): Plan {
  const plan = sandbox.store.find('plan', id)
  if (!plan) throw notFound()
  return plan
}

function createPlan(sandbox: Sandbox, request: PlanRequest): Plan {
  if (!sandbox.store.find('product', request.product_id)) throw notFound()
  const { product_id, name, status = 'ACTIVE', description, billing_cycles, payment_preferences } = request
  const now = sandbox.now().toISOString()
  const plan = {
    id: newPlanId(),
    product_id,
    name,
    status,
    ...(description && { description }),
    billing_cycles: checkedCycles(billing_cycles),
    payment_preferences,
    create_time: now,
    update_time: now
  }
  sandbox.store.put('plan', plan)
  return plan
}

export function showPlan(sandbox: Sandbox, plan: Plan) {
  const { create_time, update_time } = plan
  return {
    ...plan,
    billing_cycles: plan.billing_cycles.map(({ pricing_scheme, ...cycle }) => ({
      ...cycle,
      ...(pricing_scheme && { pricing_scheme: { version: 1, ...pricing_scheme, create_time, update_time } })
    })),
    quantity_supported: false,
    links: [{ href: `${sandbox.url}/v1/billing/plans/${plan.id}`, rel: 'self', method: 'GET' }]
  }
}

function brief({ id, product_id, name, status, description, create_time, links }: ReturnType<typeof showPlan>) {
  return { id, product_id, name, status, ...(description && { description }), create_time, links }
}
