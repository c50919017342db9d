/** The request fields that the sandbox reads, with PayPal's limits. */
const text = (maxLength: number, minLength = 1) => ({ type: 'string', minLength, maxLength })
const address = { type: 'string', format: 'uri', pattern: '^https?://', maxLength: 4000 }

const money = {
  type: 'object',
  required: ['currency_code', 'value'],
  properties: {
    currency_code: { type: 'string', minLength: 3, maxLength: 3 },
    value: { type: 'string', maxLength: 32, pattern: '^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$' }
  }
}

const experience = { type: 'object', properties: { brand_name: text(127), return_url: address, cancel_url: address } }

const item = {
  type: 'object',
  required: ['name', 'unit_amount', 'quantity'],
  properties: {
    name: text(127),
    unit_amount: money,
    tax: money,
    quantity: { type: 'string', pattern: '^[1-9][0-9]{0,9}$' },
    description: text(127, 0),
    sku: text(127, 0),
    category: { enum: ['DIGITAL_GOODS', 'PHYSICAL_GOODS', 'DONATION'] }
  }
}

const purchaseUnit = {
  type: 'object',
  required: ['amount'],
  properties: {
    reference_id: text(256),
    amount: { ...money, properties: { ...money.properties, breakdown: { type: 'object', additionalProperties: money } } },
    description: text(127),
    custom_id: text(127),
    invoice_id: text(127),
    soft_descriptor: text(22),
    items: { type: 'array', items: item }
  }
}

export const ORDER_REQUEST = {
  type: 'object',
  required: ['intent', 'purchase_units'],
  properties: {
    intent: { enum: ['CAPTURE'] },
    purchase_units: { type: 'array', minItems: 1, maxItems: 10, items: purchaseUnit },
    application_context: experience,
    payment_source: {
      type: 'object',
      properties: { paypal: { type: 'object', properties: { experience_context: experience } } }
    }
  }
}

export const PATCH_REQUEST = {
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    required: ['op', 'path'],
    properties: { op: { type: 'string' }, path: { type: 'string' } },
    allOf: Object.entries(purchaseUnit.properties).map(([name, value]) => ({
      if: { properties: { op: { not: { const: 'remove' } }, path: { type: 'string', pattern: `/${name}$` } } },
      // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
      then: { required: ['value'], properties: { value } }
    }))
  }
}

export const REFUND_REQUEST = {
  type: 'object',
  properties: { amount: money, custom_id: text(127), invoice_id: text(127), note_to_payer: text(255) }
}

export const PRODUCT_REQUEST = {
  type: 'object',
  required: ['name', 'type'],
  properties: { id: text(50, 6), name: text(127), description: text(256), type: { enum: ['PHYSICAL', 'DIGITAL', 'SERVICE'] } }
}

const billingCycle = {
  type: 'object',
  required: ['frequency', 'tenure_type', 'sequence'],
  properties: {
    frequency: {
      type: 'object',
      required: ['interval_unit'],
      properties: {
        interval_unit: { enum: ['DAY', 'WEEK', 'MONTH', 'YEAR'] },
        interval_count: { type: 'integer', minimum: 1, maximum: 365 }
      }
    },
    tenure_type: { enum: ['REGULAR', 'TRIAL'] },
    sequence: { type: 'integer', minimum: 1, maximum: 99 },
    total_cycles: { type: 'integer', minimum: 0, maximum: 999 },
    pricing_scheme: { type: 'object', properties: { fixed_price: money } }
  }
}

export const PLAN_REQUEST = {
  type: 'object',
  required: ['name', 'billing_cycles', 'payment_preferences', 'product_id'],
  properties: {
    product_id: text(50, 6),
    name: text(127),
    status: { enum: ['CREATED', 'INACTIVE', 'ACTIVE'] },
    description: text(127),
    billing_cycles: { type: 'array', minItems: 1, maxItems: 12, items: billingCycle },
    payment_preferences: { type: 'object', properties: { payment_failure_threshold: { type: 'integer', minimum: 0, maximum: 999 } } }
  }
}

/** What a subscription may change about its plan. */
const planOverride = {
  type: 'object',
  properties: {
    billing_cycles: {
      type: 'array',
      minItems: 1,
      maxItems: 12,
      items: {
        type: 'object',
        required: ['sequence'],
        properties: {
          sequence: { type: 'integer', minimum: 1, maximum: 99 },
          total_cycles: { type: 'integer', minimum: 0, maximum: 999 },
          pricing_scheme: { type: 'object', properties: { fixed_price: money } }
        }
      }
    },
    taxes: {
      type: 'object',
      properties: {
        percentage: { type: 'string', pattern: '^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$' },
        inclusive: { type: 'boolean' }
      }
    }
  }
}

export const SUBSCRIPTION_REQUEST = {
  type: 'object',
  required: ['plan_id'],
  properties: {
    plan_id: text(50, 3),
    quantity: { type: 'string', pattern: '^[1-9][0-9]{0,8}$' },
    custom_id: { ...text(127), pattern: '^[\\x20-\\x7E]+$' },
    subscriber: { type: 'object' },
    plan: planOverride,
    application_context: { ...experience, required: ['return_url', 'cancel_url'] }
  }
}

export const REVISION_REQUEST = {
  type: 'object',
  required: ['plan_id'],
  properties: {
    plan_id: text(50, 3),
    plan: planOverride,
    application_context: { ...experience, required: ['return_url', 'cancel_url'] }
  }
}

/** The sandbox's own call: brings the next billing nearer. */
export const ADVANCE_REQUEST = {
  type: 'object',
  required: ['days'],
  properties: { days: { type: 'integer', minimum: 1, maximum: 3660 } }
}

export const REASON_REQUEST = { type: 'object', required: ['reason'], properties: { reason: text(128) } }

export const WEBHOOK_REQUEST = {
  type: 'object',
  required: ['url', 'event_types'],
  properties: {
    url: { ...address, maxLength: 2048 },
    event_types: {
      type: 'array',
      maxItems: 500,
      items: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
    }
  }
}

export const VERIFICATION_REQUEST = {
  type: 'object',
  required: ['auth_algo', 'cert_url', 'transmission_id', 'transmission_sig', 'transmission_time', 'webhook_id', 'webhook_event'],
  properties: {
    auth_algo: text(100),
    cert_url: text(500),
    transmission_id: text(50),
    transmission_sig: text(500),
    transmission_time: text(100),
    webhook_id: text(50),
    webhook_event: { type: 'object' }
  }
}
