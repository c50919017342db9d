import { createHash, randomBytes } from 'node:crypto'
import { findReachableUser } from '#accounts/server/index.ts'
import { type Answer, type Received, toCents } from '#platform/contract/index.ts'
import { type Ctx, type Eraser, inTransaction, refuse, signedIn, spend, spendMailTo, type Tx } from '#platform/server/index.ts'
import { type License, refusals as licenseRefusals } from '../../contract.ts'
import { transferAcceptedMail } from '../../mails/transfer-accepted-mail.tsx'
import { transferOfferMail } from '../../mails/transfer-offer-mail.tsx'
import { transferOfferedMail } from '../../mails/transfer-offered-mail.tsx'
import { type offerTransfer, type readTransfer, refusals } from '../../transfer.contract.ts'
import { offerEnd, TRANSFERS_PER_DAY, type TransferState, whyNotTransferable } from '../../transfer.rules.ts'
import { newCertificateNumber } from '../certificates/certificate-number.ts'
import { publishLicenses } from '../license-events.ts'
import { insertLicenses } from '../orders/orders.queries.ts'
import * as licenses from '../queries.ts'
import { read } from '../service.ts'
import * as queries from './transfer.queries.ts'

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Offers a license to an address, which gets a link. Until it is accepted, the license stays the sender's, who is told: it may be someone else who uses the session. */
export async function offer(ctx: Ctx, { params, body }: Received<typeof offerTransfer>): Promise<Answer<typeof offerTransfer>> {
  const sender = signedIn(ctx)
  await spend(ctx, { key: `licensing.transfer.${sender.id}`, most: TRANSFERS_PER_DAY, seconds: 86_400 })
  if (body.email === sender.email.toLowerCase()) throw refuse(refusals, 'own_address', { fields: { email: refusals.own_address.message } })
  return inTransaction(ctx, async (work) => {
    const { db, now, ports } = work
    const license = await lockOwn(work, params.id)
    await queries.withdrawOffer(db, license.id, now)
    const token = randomBytes(24).toString('base64url')
    const ends_at = offerEnd(now)
    const offered = { license_id: license.id, sender_id: sender.id, email: body.email, offered_at: now, ends_at }
    if (!(await queries.insertTransfer(db, { ...offered, token_hash: hashOf(token) }))) throw refuse(refusals, 'already_offered')
    await spendMailTo(work, body.email)
    const mail = await transferOfferMail({ sender: ports.settings, from: sender.name, license, token, ends_at })
    await ports.mail.send(db, { to: body.email, ...mail }, { expires_at: ends_at })
    const notice = await transferOfferedMail({ sender: ports.settings, license, to: body.email, ends_at })
    await ports.mail.send(db, { to: sender.email, ...notice }, { urgent: true })
    return { email: body.email, ends_at: ends_at.toISOString() }
  })
}

/** Locks a license that the caller bought and may transfer. */
async function lockOwn({ db, actor }: Ctx<Tx>, id: string): Promise<licenses.LicenseRow> {
  const license = await queries.lockLicense(db, id)
  if (!license || license.subscription_id !== null || license.client_id !== actor?.id) {
    if (license?.plan_owner_id === actor?.id && license) throw refuse(refusals, 'plan_license')
    throw refuse(licenseRefusals, 'license_not_found')
  }
  const why = whyNotTransferable({ ...license, from_plan: false, was_transferred: license.transferred_from !== null })
  if (why) throw refuse(refusals, why)
  return license
}

export async function withdraw(ctx: Ctx, license_id: string): Promise<null> {
  const license = await licenses.findLicense(ctx.db, license_id)
  if (license?.client_id !== signedIn(ctx).id) throw refuse(licenseRefusals, 'license_not_found')
  if (!(await queries.withdrawOffer(ctx.db, license_id))) throw refuse(refusals, 'no_offer')
  return null
}

export async function show(ctx: Ctx, token: string): Promise<Answer<typeof readTransfer>> {
  const transfer = await queries.findTransfer(ctx.db, hashOf(token))
  if (!transfer) throw refuse(refusals, 'transfer_not_found')
  const { asset_id, asset_title, license_type, sender, ends_at } = transfer
  const is_for_caller = ctx.actor?.role === 'client' && isFor(ctx, transfer.email)
  return { asset_id, asset_title, license_type, sender, state: stateOf(ctx, transfer), ends_at: ends_at.toISOString(), is_for_caller }
}

const isFor = ({ actor }: Ctx, email: string | null): boolean => email !== null && actor?.email.toLowerCase() === email

const stateOf = ({ now }: Ctx, { state, ends_at }: { state: Exclude<TransferState, 'ended'>; ends_at: Date }): TransferState =>
  state === 'offered' && ends_at <= now ? 'ended' : state

/**
 * Ends the sender's license and gives the recipient one with the same terms and limits. It was not sold, so it has no payment, but a refund
 * of the first one's payment revokes it.
 */
export async function accept(ctx: Ctx, token: string): Promise<License> {
  const id = await inTransaction(ctx, async (work) => {
    const { db, now } = work
    const transfer = await queries.lockTransfer(db, hashOf(token))
    if (!transfer) throw refuse(refusals, 'transfer_not_found')
    if (stateOf(work, transfer) !== 'offered') throw refuse(refusals, 'transfer_over')
    if (!isFor(work, transfer.email)) throw refuse(refusals, 'other_address')
    const before = await queries.lockLicense(db, transfer.license_id)
    if (before?.status !== 'active') throw refuse(refusals, 'transfer_over')
    const successor = successorOf(work, before)
    const [granted] = await insertLicenses(db, [successor])
    if (!granted) throw refuse(refusals, 'already_held')
    await queries.updateTransferred(db, before.id, now)
    await publishLicenses(work, 'license.granted', [granted])
    await publishLicenses(work, 'license.revoked', [before])
    await queries.updateAccepted(db, transfer.id, now)
    await mailBoth(work, { before, certificate_number: successor.certificate_number, sender_id: transfer.sender_id })
    return granted.id
  })
  return read(ctx, id)
}

function successorOf(work: Ctx<Tx>, before: licenses.LicenseRow) {
  const { id: client_id, name: licensee_name } = signedIn(work)
  const { asset_id, license_type, terms_version, limits, asset_title, artist_name } = before
  const agreed = { asset_id, license_type, terms_version, limits: JSON.stringify(limits), asset_title, artist_name }
  const granted = { client_id, licensee_name, price_cents: toCents(0), payment_id: null, created_at: work.now }
  return { ...agreed, ...granted, certificate_number: newCertificateNumber(), transferred_from: before.id }
}

type Transferred = { before: licenses.LicenseRow; certificate_number: string; sender_id: string }

async function mailBoth(work: Ctx<Tx>, { before, certificate_number, sender_id }: Transferred): Promise<void> {
  const { db, ports } = work
  const recipient = signedIn(work)
  const details = { sender: ports.settings, license: before, certificate_number }
  const giver = await findReachableUser(db, sender_id)
  if (giver) {
    const mail = await transferAcceptedMail({ ...details, to: 'sender', other: recipient.name })
    await ports.mail.send(db, { to: giver.email, ...mail })
  }
  const mail = await transferAcceptedMail({ ...details, to: 'recipient', other: giver?.name ?? '' })
  await ports.mail.send(db, { to: recipient.email, ...mail })
}

/** Deletes a deleted person's open offers, made and received. */
export const eraseTransfers = ({ db }: Ctx<Tx>, person: { id: string; email: string }): Promise<void> => queries.deleteOffers(db, person)

/** Withdraws the open offers of a person whose account was deactivated, or who is no client any more. */
export const withdrawTransfers = ({ db }: Ctx<Tx>, { id }: { id: string }): Promise<void> => queries.withdrawOffersOf(db, id)

/** Gives the open offers to an address to the new one: the link in the email opens them there. */
export const moveTransferOffers = ({ db }: Ctx<Tx>, { from, to }: { from: string; to: string }): Promise<void> =>
  queries.updateOfferAddress(db, from, to)

export const transferRetention = {
  license_offers: ({ db }, before) => queries.deleteOldOffers(db, before)
} satisfies Record<string, Eraser>
