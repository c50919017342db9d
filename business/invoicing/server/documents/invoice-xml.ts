import { dayOf } from '../../calendar.ts'
import type { DocumentLine, Party } from '../../rules.ts'
import { percentOf, TAX_NOTES, type TaxCategory, taxCategoryOf } from '../../tax.rules.ts'
import type { IssuedDocument } from '../tables.ts'

/* UN/CEFACT Cross Industry Invoice as EN 16931 uses it. The comments name its business terms (BT) and groups (BG). */

/** Of EN 16931 itself, without extensions. */
const GUIDELINE = 'urn:cen.eu:en16931:2017'
const CURRENCY = 'USD'
const TYPE_CODES = { invoice: '380', credit_note: '381' } as const
/** Online payment service (UNCL 4461). */
const PAID_ONLINE = '68'
/** One piece (UN/ECE Recommendation 20). */
const UNIT = 'C62'
/** Discount (UNCL 5189). */
const DISCOUNT = '95'

type Xml = string

const escapeXml = (text: string): string =>
  text
    // XML 1.0 has no other control characters, not even written as references.
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')

/** An element with text. Nothing without text: EN 16931 refuses empty elements. */
function leaf(name: string, text: string | null, attributes = ''): Xml {
  const written = escapeXml(text ?? '').trim()
  return written === '' ? '' : `<${name}${attributes && ` ${attributes}`}>${written}</${name}>`
}

/** An element with elements. Nothing without them. */
function group(name: string, ...children: Xml[]): Xml {
  const inner = children.join('')
  return inner === '' ? '' : `<${name}>${inner}</${name}>`
}

const money = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
const date = (name: string, day: string): Xml =>
  group(name, `<udt:DateTimeString format="102">${day.replaceAll('-', '')}</udt:DateTimeString>`)

/** Returns the document as XML by EN 16931. `credits` is the invoice that a credit note is about. */
export function invoiceXml(document: IssuedDocument, credits: IssuedDocument | undefined): string {
  const { kind, number, issued_at, lines, seller, buyer, tax_per_million } = document
  const category = taxCategoryOf(tax_per_million, buyer, seller)
  const body = [
    group('rsm:ExchangedDocumentContext', group('ram:GuidelineSpecifiedDocumentContextParameter', leaf('ram:ID', GUIDELINE))),
    group(
      'rsm:ExchangedDocument',
      leaf('ram:ID', number),
      leaf('ram:TypeCode', TYPE_CODES[kind]),
      date('ram:IssueDateTime', dayOf(issued_at)),
      ...notesOf(document).map((note) => group('ram:IncludedNote', leaf('ram:Content', note)))
    ),
    group(
      'rsm:SupplyChainTradeTransaction',
      ...lines.map((line, place) => lineXml(line, place + 1, { category, tax_per_million })),
      group(
        'ram:ApplicableHeaderTradeAgreement',
        partyXml('ram:SellerTradeParty', seller, category),
        partyXml('ram:BuyerTradeParty', buyer, category)
      ),
      // The supply is the grant of the licenses, or the start of the plan's period: the moment of the payment (BT-72).
      group(
        'ram:ApplicableHeaderTradeDelivery',
        group('ram:ActualDeliverySupplyChainEvent', date('ram:OccurrenceDateTime', dayOf(document.paid_at)))
      ),
      settlementXml(document, category, credits)
    )
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rsm:CrossIndustryInvoice ${NAMESPACES}>${body.join('')}</rsm:CrossIndustryInvoice>\n`
}

const UNCEFACT = 'urn:un:unece:uncefact:data:standard'
const NAMESPACES = [
  `xmlns:rsm="${UNCEFACT}:CrossIndustryInvoice:100"`,
  `xmlns:ram="${UNCEFACT}:ReusableAggregateBusinessInformationEntity:100"`,
  `xmlns:udt="${UNCEFACT}:UnqualifiedDataType:100"`
].join(' ')

const notesOf = ({ kind, description }: IssuedDocument): string[] => [kind === 'invoice' ? 'Paid through PayPal.' : description]

type Taxed = { category: TaxCategory; tax_per_million: number }

/** A trade tax of a line. What is not taxed has no rate (BR-O-05). */
const rateXml = ({ category, tax_per_million }: Taxed): Xml =>
  category === 'O' ? '' : leaf('ram:RateApplicablePercent', String(percentOf(tax_per_million)))

function lineXml({ title, price_cents, discount_cents }: DocumentLine, place: number, taxed: Taxed): Xml {
  return group(
    'ram:IncludedSupplyChainTradeLineItem',
    group('ram:AssociatedDocumentLineDocument', leaf('ram:LineID', String(place))),
    group('ram:SpecifiedTradeProduct', leaf('ram:Name', nameOf(title))),
    group('ram:SpecifiedLineTradeAgreement', group('ram:NetPriceProductTradePrice', leaf('ram:ChargeAmount', money(price_cents)))),
    group('ram:SpecifiedLineTradeDelivery', leaf('ram:BilledQuantity', '1', `unitCode="${UNIT}"`)),
    group(
      'ram:SpecifiedLineTradeSettlement',
      group('ram:ApplicableTradeTax', leaf('ram:TypeCode', 'VAT'), leaf('ram:CategoryCode', taxed.category), rateXml(taxed)),
      discountXml(discount_cents),
      group('ram:SpecifiedTradeSettlementLineMonetarySummation', leaf('ram:LineTotalAmount', money(price_cents - discount_cents)))
    )
  )
}

/** A title can consist of characters that XML does not have. */
const nameOf = (title: string): string => (escapeXml(title).trim() === '' ? 'License' : title)

const discountXml = (discount_cents: number): Xml =>
  discount_cents === 0
    ? ''
    : group(
        'ram:SpecifiedTradeAllowanceCharge',
        group('ram:ChargeIndicator', '<udt:Indicator>false</udt:Indicator>'),
        leaf('ram:ActualAmount', money(discount_cents)),
        leaf('ram:ReasonCode', DISCOUNT),
        leaf('ram:Reason', 'Discount')
      )

function partyXml(name: string, party: Party, category: TaxCategory): Xml {
  const isBuyer = name === 'ram:BuyerTradeParty'
  const isVat = hasVatNumber(party, category)
  return group(
    name,
    // A seller without a VAT number has another identifier (BR-CO-26, BT-29).
    isBuyer ? '' : leaf('ram:ID', party.tax_number ?? party.email ?? party.name),
    leaf('ram:Name', nameOrDash(party.name)),
    isBuyer && !isVat ? group('ram:SpecifiedLegalOrganization', leaf('ram:ID', party.tax_number)) : '',
    group(
      'ram:DefinedTradeContact',
      leaf('ram:PersonName', party.contact),
      group('ram:EmailURIUniversalCommunication', leaf('ram:URIID', party.email))
    ),
    group(
      'ram:PostalTradeAddress',
      leaf('ram:PostcodeCode', party.postal_code),
      leaf('ram:LineOne', party.address_line1),
      leaf('ram:LineTwo', party.address_line2),
      leaf('ram:CityName', party.city),
      leaf('ram:CountryID', party.country),
      leaf('ram:CountrySubDivisionName', party.state)
    ),
    isBuyer && !isVat ? '' : registrationXml(isBuyer ? 'VA' : 'FC', party.tax_number)
  )
}

const nameOrDash = (name: string): string => (escapeXml(name).trim() === '' ? '–' : name)

const registrationXml = (scheme: 'FC' | 'VA', number: string | null): Xml =>
  group('ram:SpecifiedTaxRegistration', leaf('ram:ID', number, `schemeID="${scheme}"`))

/** Where nothing is taxed, the buyer's VAT number may not appear as such (BR-O-02). Numbers of other kinds are no VAT numbers. */
const hasVatNumber = ({ tax_number, country }: Party, category: TaxCategory): boolean =>
  category !== 'O' && tax_number?.startsWith(country === 'GR' ? 'EL' : country) === true

function settlementXml(document: IssuedDocument, category: TaxCategory, credits: IssuedDocument | undefined): Xml {
  const { tax_per_million, subtotal_cents, discount_cents, tax_cents, total_cents } = document
  const net = money(subtotal_cents - discount_cents)
  return group(
    'ram:ApplicableHeaderTradeSettlement',
    leaf('ram:InvoiceCurrencyCode', CURRENCY),
    group('ram:SpecifiedTradeSettlementPaymentMeans', leaf('ram:TypeCode', PAID_ONLINE), leaf('ram:Information', 'PayPal')),
    group(
      'ram:ApplicableTradeTax',
      leaf('ram:CalculatedAmount', money(tax_cents)),
      leaf('ram:TypeCode', 'VAT'),
      leaf('ram:ExemptionReason', TAX_NOTES[category]),
      leaf('ram:BasisAmount', net),
      leaf('ram:CategoryCode', category),
      rateXml({ category, tax_per_million })
    ),
    group(
      'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
      leaf('ram:LineTotalAmount', net),
      leaf('ram:TaxBasisTotalAmount', net),
      leaf('ram:TaxTotalAmount', money(tax_cents), `currencyID="${CURRENCY}"`),
      leaf('ram:GrandTotalAmount', money(total_cents)),
      // It was paid before the document was issued (BT-113), so nothing is due (BT-115).
      leaf('ram:TotalPrepaidAmount', money(total_cents)),
      leaf('ram:DuePayableAmount', money(0))
    ),
    credits
      ? group(
          'ram:InvoiceReferencedDocument',
          leaf('ram:IssuerAssignedID', credits.number),
          group(
            'ram:FormattedIssueDateTime',
            `<qdt:DateTimeString xmlns:qdt="${UNCEFACT}:QualifiedDataType:100" format="102">${dayOf(credits.issued_at).replaceAll('-', '')}</qdt:DateTimeString>`
          )
        )
      : ''
  )
}
