import type { LicenseMetadata } from './metadata.ts'

const NAMES = [
  ['rdf', 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'],
  ['dc', 'http://purl.org/dc/elements/1.1/'],
  ['xmpRights', 'http://ns.adobe.com/xap/1.0/rights/'],
  ['cc', 'http://creativecommons.org/ns#'],
  ['Iptc4xmpExt', 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/'],
  ['photoshop', 'http://ns.adobe.com/photoshop/1.0/'],
  ['plus', 'http://ns.useplus.org/ldf/xmp/1.0/']
] as const

/** An XMP packet in UTF-8 for JPEG, PNG, WebP and PDF. */
export const xmpPacket = (metadata: LicenseMetadata): Buffer =>
  Buffer.from(
    `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">${rdf(metadata)}</x:xmpmeta><?xpacket end="r"?>`
  )

/** The metadata as RDF, for XMP packets and SVG. */
export function rdf(metadata: LicenseMetadata): string {
  const names = NAMES.map(([prefix, address]) => `xmlns:${prefix}="${address}"`).join(' ')
  const asset = escapeXml(metadata.asset_url)
  const terms = escapeXml(metadata.terms_url)
  return [
    `<rdf:RDF ${names}><rdf:Description rdf:about="">`,
    `<dc:title>${inAnyLanguage(metadata.title)}</dc:title>`,
    `<dc:creator><rdf:Seq><rdf:li>${escapeXml(metadata.creator)}</rdf:li></rdf:Seq></dc:creator>`,
    `<dc:rights>${inAnyLanguage(metadata.rights)}</dc:rights>`,
    `<dc:identifier>${escapeXml(metadata.license_id)}</dc:identifier>`,
    `<dc:source>${asset}</dc:source>`,
    '<xmpRights:Marked>True</xmpRights:Marked>',
    `<xmpRights:WebStatement>${terms}</xmpRights:WebStatement>`,
    `<xmpRights:UsageTerms>${inAnyLanguage(metadata.terms)}</xmpRights:UsageTerms>`,
    `<cc:license rdf:resource="${terms}"/>`,
    `<cc:attributionName>${escapeXml(metadata.creator)}</cc:attributionName>`,
    `<cc:attributionURL rdf:resource="${asset}"/>`,
    ...(metadata.source_type === null
      ? []
      : [`<Iptc4xmpExt:DigitalSourceType>${escapeXml(metadata.source_type)}</Iptc4xmpExt:DigitalSourceType>`]),
    `<photoshop:Credit>${escapeXml(metadata.creator)}</photoshop:Credit>`,
    `<plus:LicensorTransactionID><rdf:Bag><rdf:li>${escapeXml(metadata.license_id)}</rdf:li></rdf:Bag></plus:LicensorTransactionID>`,
    `<plus:TermsAndConditionsURL>${terms}</plus:TermsAndConditionsURL>`,
    `<plus:Licensor><rdf:Seq><rdf:li rdf:parseType="Resource"><plus:LicensorName>${escapeXml(metadata.licensor)}</plus:LicensorName>`,
    `<plus:LicensorURL>${escapeXml(metadata.licensor_url)}</plus:LicensorURL></rdf:li></rdf:Seq></plus:Licensor>`,
    '</rdf:Description></rdf:RDF>'
  ].join('')
}

const inAnyLanguage = (text: string): string => `<rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(text)}</rdf:li></rdf:Alt>`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
