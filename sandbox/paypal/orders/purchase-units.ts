import type { Item, Money, PurchaseUnit } from '../documents.ts'
import { checkedPart, checkedPrice, toCents } from '../money.ts'
import { refuse } from '../refusal.ts'

export type UnitRequest = Omit<PurchaseUnit, 'reference_id'> & { reference_id?: string }
export type Patch = { op: string; path: string; value?: unknown }

const PATCHABLE = new Set(['amount', 'description', 'custom_id', 'invoice_id', 'soft_descriptor', 'items'])
const PATCH_PATH = /^\/purchase_units\/@reference_id=='([^']*)'(?:\/(\w+))?$/

/** Checks an order's purchase units as PayPal does: two decimals, sums that add up, one currency. */
export function checkedUnits(requests: UnitRequest[]): PurchaseUnit[] {
  if (requests.length > 1 && requests.some(({ reference_id }) => !reference_id)) throw refuse('REFERENCE_ID_REQUIRED')
  const units = requests.map((unit, index) => checkedUnit(unit, `/purchase_units/${index}`))
  if (new Set(units.map(({ reference_id }) => reference_id)).size < units.length) throw refuse('DUPLICATE_REFERENCE_ID')
  if (new Set(units.map(({ amount }) => amount.currency_code)).size > 1) throw refuse('MULTI_CURRENCY_ORDER')
  return units
}

function checkedUnit(request: UnitRequest, field: string): PurchaseUnit {
  const { reference_id = 'default', description, custom_id, invoice_id, soft_descriptor } = request
  return {
    reference_id,
    amount: checkedAmount(request, `${field}/amount`),
    ...(description && { description }),
    ...(custom_id && { custom_id }),
    ...(invoice_id && { invoice_id }),
    ...(soft_descriptor && { soft_descriptor }),
    ...(request.items && { items: request.items.map((item, index) => checkedItem(item, `${field}/items/${index}`)) })
  }
}

function checkedItem(item: Item, field: string): Item {
  const { name, quantity, description, sku, category } = item
  return {
    name,
    quantity,
    unit_amount: checkedPart(item.unit_amount, `${field}/unit_amount`),
    ...(item.tax && { tax: checkedPart(item.tax, `${field}/tax`) }),
    ...(description && { description }),
    ...(sku && { sku }),
    ...(category && { category })
  }
}

function checkedAmount({ amount, items }: UnitRequest, field: string): PurchaseUnit['amount'] {
  const total = checkedPrice(amount, field)
  if (!amount.breakdown) {
    if (items?.length) throw refuse('ITEM_TOTAL_REQUIRED', `${field}/breakdown/item_total`)
    return total
  }
  const entries = Object.entries(amount.breakdown).map(([name, part]) => [name, checkedPart(part, `${field}/breakdown/${name}`)] as const)
  const breakdown: Record<string, Money> = Object.fromEntries(entries)
  if (sumOfParts(breakdown) !== toCents(total)) throw refuse('AMOUNT_MISMATCH', field)
  if (items?.length) checkItems(items, breakdown, `${field}/breakdown`)
  return { ...total, breakdown }
}

function sumOfParts(breakdown: Record<string, Money>): number {
  const cents = ([name, part]: [string, Money]) => (name.endsWith('discount') ? -toCents(part) : toCents(part))
  return Object.entries(breakdown).reduce((sum, entry) => sum + cents(entry), 0)
}

function checkItems(items: Item[], { item_total, tax_total }: Record<string, Money>, field: string): void {
  const sum = (of: (item: Item) => Money | undefined) =>
    items.reduce((cents, item) => cents + toCents(of(item) ?? NOTHING) * Number(item.quantity), 0)
  if (!item_total) throw refuse('ITEM_TOTAL_REQUIRED', `${field}/item_total`)
  if (sum(({ unit_amount }) => unit_amount) !== toCents(item_total)) throw refuse('ITEM_TOTAL_MISMATCH', `${field}/item_total`)
  if (!items.some(({ tax }) => tax)) return
  if (!tax_total) throw refuse('TAX_TOTAL_REQUIRED', `${field}/tax_total`)
  if (sum(({ tax }) => tax) !== toCents(tax_total)) throw refuse('TAX_TOTAL_MISMATCH', `${field}/tax_total`)
}

const NOTHING: Money = { currency_code: 'USD', value: '0.00' }

/** Applies patches that add, replace, or remove one whole field of one purchase unit. */
export function patchedUnits(units: PurchaseUnit[], patches: Patch[]): PurchaseUnit[] {
  const changed: UnitRequest[] = structuredClone(units)
  for (const { op, path, value } of patches) {
    const { unit, field } = requirePatched(changed, path)
    if (op === 'remove') Reflect.deleteProperty(unit, field)
    else if (op === 'add' || op === 'replace') Object.assign(unit, { [field]: value })
    else throw refuse('NOT_PATCHABLE', path)
  }
  return checkedUnits(changed)
}

function requirePatched(units: UnitRequest[], path: string): { unit: UnitRequest; field: string } {
  const [, referenceId, field] = PATCH_PATH.exec(path) ?? []
  if (!field || !PATCHABLE.has(field)) throw refuse('NOT_PATCHABLE', path)
  const unit = units.find(({ reference_id }) => reference_id === referenceId)
  if (!unit) throw refuse('REFERENCE_ID_NOT_FOUND', path)
  return { unit, field }
}
