import { expect, test } from 'vitest'
import { mayEdit, mayRead, REQUEST_STATES, type RequestState, shownState, storedStates } from './rules.ts'

test.each<[RequestState, string, boolean]>([
  ['submitted', 'pending', true],
  ['accepted', 'in_progress', true],
  ['in_progress', 'in_progress', true],
  ['completed', 'approved', false],
  ['rejected', 'rejected', false],
  ['cancelled', 'cancelled', false]
])('%s is displayed as %s, and the client can edit or cancel it: %s', (state, shown, editable) => {
  expect([shownState(state), mayEdit(state)]).toEqual([shown, editable])
  expect(storedStates(shownState(state))).toContain(state)
})

test('a missing status displays as pending', () => {
  expect([shownState(null), shownState(undefined)]).toEqual(['pending', 'pending'])
})

test('the displayed statuses cover every stored status once', () => {
  const stored = (['pending', 'in_progress', 'approved', 'rejected', 'cancelled'] as const).flatMap(storedStates)
  expect(stored.toSorted()).toEqual(REQUEST_STATES.toSorted())
})

const request = { client_id: 'c', assigned_employee_id: 'e' }
test.each([
  ['client', 'c', true],
  ['client', 'e', false],
  ['client', 'x', false],
  ['employee', 'e', true],
  ['employee', 'c', false],
  ['admin', 'x', true]
] as const)('%s %s reads it: %s', (role, id, reads) => expect(mayRead({ id, role }, request)).toBe(reads))

test('an employee cannot read an unassigned request', () => {
  expect(mayRead({ id: 'e', role: 'employee' }, { ...request, assigned_employee_id: null })).toBe(false)
})
