import { sql } from 'kysely'
import { changeSettings } from '#payroll/approvals.contract.ts'
import { setWageRule } from '#payroll/contract.ts'
import { recordPayout } from '#payroll/payouts.contract.ts'
import type { Api } from '#platform/web/api.ts'
import { decideAsset } from '#submissions/review.contract.ts'
import type { World } from '../world.ts'
import { APPLICATION, applyWith, RESUME } from './applicants.ts'
import { uploadedAsset } from './submissions.ts'

/** An applicant with both files. Returns the id. */
export async function givenApplicant(world: World, email: string): Promise<string> {
  await applyWith(world, { ...APPLICATION, email }, { resume: RESUME, gov_id: RESUME })
  const { id } = await world.db.selectFrom('careers.applicant').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  return id
}

/** A job that failed for good. Returns its id. */
export async function givenFailedJob(world: World): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into jobs.job (name, data, source_name) values ('dead-letters', '{}', 'payments.process-event') returning id`.execute(world.db)
  return rows[0]!.id
}

/** A dollar that the admin pays of a new wage. */
export async function givenPayout(world: World, admin: Api) {
  await admin(setWageRule, { body: { category: 'icon', wage: '4', license_price: '10' } })
  const { asset_id } = await uploadedAsset(world)
  await admin(decideAsset, { params: { id: asset_id }, body: { status: 'approved' } })
  const { id } = await world.person('employee')
  const made = await admin(recordPayout, { body: { employee_id: id, amount: '1', payment_method: 'PayPal' } })
  if ('approval_id' in made) throw new Error('The payout waits.')
  return made
}

/** A wage that the admin 'other' asked for, and that another one may decide. Returns the approval's id. */
export async function givenApproval(world: World, { wage }: { wage: string }): Promise<string> {
  const other = await world.as('admin', 'other')
  await world.person('admin')
  await other(changeSettings, { body: { two_person_approval: true } })
  const asked = await other(setWageRule, { body: { category: 'vector', wage, license_price: '10' } })
  await other(changeSettings, { body: { two_person_approval: false } })
  if (!('approval_id' in asked)) throw new Error('The change did not wait.')
  return asked.approval_id
}
