import { newDebugId } from './identifiers.ts'

export type Detail = { issue: string; description: string; field?: string; location?: 'body' | 'path' | 'query' }

const MESSAGES = {
  INVALID_REQUEST: [400, 'Request is not well-formed, syntactically incorrect, or violates schema.'],
  AUTHENTICATION_FAILURE: [401, 'Authentication failed due to missing authorization header, or invalid authentication credentials.'],
  RESOURCE_NOT_FOUND: [404, 'The specified resource does not exist.'],
  UNSUPPORTED_MEDIA_TYPE: [415, "The server does not support the request payload's media type."],
  UNPROCESSABLE_ENTITY: [422, 'The requested action could not be performed, semantically incorrect, or failed business validation.'],
  INTERNAL_SERVER_ERROR: [500, 'An internal server error occurred.'],
  SERVICE_UNAVAILABLE: [503, 'Service Unavailable.']
} as const satisfies Record<string, readonly [number, string]>

/** PayPal's issues with status 422, in PayPal's wording. */
const ISSUES = {
  AMOUNT_MISMATCH: 'Should equal item_total + tax_total + shipping + handling + insurance - shipping_discount - discount.',
  CANNOT_BE_NEGATIVE:
    'Must be greater than or equal to 0. If the currency supports decimals, only two decimal place precision is supported.',
  CANNOT_BE_ZERO_OR_NEGATIVE:
    'Must be greater than zero. If the currency supports decimals, only two decimal place precision is supported.',
  CAPTURE_FULLY_REFUNDED: 'The capture has already been fully refunded',
  CURRENCY_MISMATCH: "The currency code is different from the plan's currency code.",
  DECIMAL_PRECISION: 'If the currency supports decimals, only two decimal place precision is supported.',
  DUPLICATE_INVOICE_ID:
    'Duplicate Invoice ID detected. To avoid a potential duplicate transaction your account setting requires that Invoice Id be unique for each transaction.',
  DUPLICATE_REFERENCE_ID: '`reference_id` must be unique if multiple `purchase_unit` are provided.',
  DUPLICATE_RESOURCE_IDENTIFIER: 'Identifier must be unique.',
  INSTRUMENT_DECLINED: "The instrument presented  was either declined by the processor or bank, or it can't be used for this payment.",
  INVALID_BILLING_CYCLE_SEQUENCE: 'The provided billing cycle sequence is not available.',
  INVALID_CURRENCY_CODE:
    'Currency code is invalid or is not currently supported. Please refer https://developer.paypal.com/api/rest/reference/currency-codes/ for list of supported currency codes.',
  INVALID_TRIAL_BILLING_TOTAL_CYCLES: "Total cycles for trial billing must be greater than '0'.",
  ITEM_TOTAL_MISMATCH: 'Should equal sum of (unit_amount * quantity) across all items for a given purchase_unit.',
  ITEM_TOTAL_REQUIRED:
    'If item details are specified (items.unit_amount and items.quantity) corresponding amount.breakdown.item_total is required.',
  MISSING_REGULAR_BILLING_CYCLE: 'Plan should have at least one regular billing cycle.',
  MORE_THAN_TWO_TRIAL_BILLING_CYCLE_NOT_SUPPORTED: 'Only two trial billing cycles are allowed.',
  MULTI_CURRENCY_ORDER:
    'Multiple differing values of currency_code are not supported. Entire Order request must have the same currency_code.',
  MULTIPLE_REGULAR_BILLING_CYCLES_NOT_SUPPORTED: 'Only one regular billing cycle is allowed.',
  NOT_PATCHABLE: 'Cannot be patched.',
  ORDER_ALREADY_CAPTURED: "Order already captured.If 'intent=CAPTURE' only one capture per order is allowed.",
  ORDER_ALREADY_COMPLETED: 'The order cannot be patched after it is completed.',
  ORDER_NOT_APPROVED:
    "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call or provide a valid `payment_source` in the request.",
  PENDING_CAPTURE:
    'Cannot initiate a refund as the capture is pending. Capture is typically pending when the payer has funded the transaction using e-check/bank funded.',
  PLAN_PRODUCT_NOT_COMPATIBLE: 'The old and the new plans should be for the same product.',
  PLAN_STATUS_INVALID: 'Invalid plan status for subscription creation; plan status should be active.',
  REFERENCE_ID_NOT_FOUND: 'Filter expression value is incorrect. Please check the value of the reference_id and try again.',
  REFERENCE_ID_REQUIRED: "'reference_id' is required for each 'purchase_unit' if multiple 'purchase_unit' are provided.",
  REFUND_AMOUNT_EXCEEDED: 'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
  REFUND_CAPTURE_CURRENCY_MISMATCH: 'Refund must be in the same currency as the capture',
  REFUND_NOT_ALLOWED: 'Capture cannot be refunded.',
  TAX_TOTAL_MISMATCH: 'Should equal sum of (tax * quantity) across all items for a given purchase_unit.',
  TAX_TOTAL_REQUIRED:
    'If item details are specified (items.tax_total and items.quantity) corresponding amount.breakdown.tax_total is required.'
} as const

/** An error response of PayPal. What the call recorded before it was thrown stays. */
export class Refusal extends Error {
  readonly status: number
  readonly body: Record<string, unknown>

  constructor(name: keyof typeof MESSAGES, details: Detail[] = []) {
    const [status, message] = MESSAGES[name]
    super(`${name}: ${details.map(({ issue }) => issue).join(', ')}`)
    this.status = status
    this.body = {
      name,
      message,
      debug_id: newDebugId(),
      ...(details.length > 0 && { details }),
      links: [{ href: `https://developer.paypal.com/api/rest/responses/#${name}`, rel: 'information_link', method: 'GET' }]
    }
  }
}

export function refuse(issue: keyof typeof ISSUES, field?: string, description: string = ISSUES[issue]): Refusal {
  return new Refusal('UNPROCESSABLE_ENTITY', [{ issue, description, ...(field && { field, location: 'body' }) }])
}

/** The wording of this refusal depends on the action. */
export function refuseStatus(action: 'approve' | 'cancel' | 'suspend' | 'activate' | 'capture', wanted: string): Refusal {
  const description = `Invalid subscription status for ${action} action; subscription status should be ${wanted}.`
  return new Refusal('UNPROCESSABLE_ENTITY', [{ issue: 'SUBSCRIPTION_STATUS_INVALID', description }])
}

export function notFound(description = 'Specified resource ID does not exist. Please check the resource ID and try again.'): Refusal {
  return new Refusal('RESOURCE_NOT_FOUND', [{ issue: 'INVALID_RESOURCE_ID', description }])
}
