import { expect, test, vi } from 'vitest'
import { submitOnCtrlEnter } from './submit-keys.ts'

type Typed = Parameters<typeof submitOnCtrlEnter>[0]

/** Presses Enter with these keys. Returns how often the form was sent. */
function press(keys: Partial<Omit<Typed, 'nativeEvent'>>, isComposing = false): number {
  const requestSubmit = vi.fn()
  const event = { key: 'Enter', ctrlKey: false, metaKey: false, repeat: false, preventDefault: vi.fn(), ...keys }
  submitOnCtrlEnter({ ...event, nativeEvent: { isComposing }, currentTarget: { form: { requestSubmit } } } as unknown as Typed)
  expect(event.preventDefault).toHaveBeenCalledTimes(requestSubmit.mock.calls.length)
  return requestSubmit.mock.calls.length
}

test.each([{ ctrlKey: true }, { metaKey: true }])('%o and Enter send the decision', (keys) => expect(press(keys)).toBe(1))

test('Enter alone, another key, a key that is held, and the end of a composition send nothing', () => {
  const sent = [press({}), press({ ctrlKey: true, key: 'b' }), press({ ctrlKey: true, repeat: true }), press({ ctrlKey: true }, true)]
  expect(sent).toEqual([0, 0, 0, 0])
})
