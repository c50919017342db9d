/** Tables with text that is not about people, or not about people who use the shop. */
export const IMPERSONAL: Record<string, string> = {
  'catalogue.featured_collection': 'an admin’s words about a choice of assets',
  'catalogue.list_segment': 'titles of approved assets',
  'catalogue.rejection': 'an admin’s words about an asset',
  'catalogue.synonym': 'search words that admins entered',
  'licensing.license_price_version': 'prices of categories that admins entered',
  'payroll.wage_rule': 'an admin’s words about a category',
  'payroll.wage_rule_version': 'an admin’s words about a category',
  'platform.milestone': 'names of things done once'
}
