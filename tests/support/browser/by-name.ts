import type { Locator, Page } from '@playwright/test'

/* What a screen reader offers: an element by its role and name, and the keyboard. */

type Place = Page | Locator
type Role = Parameters<Page['getByRole']>[0]

const find = (place: Place, role: Role, name: string | RegExp) => place.getByRole(role, { name, exact: true })

export const pressOn = (place: Place, role: Role, name: string | RegExp) => find(place, role, name).press('Enter')

export const tickOn = (place: Place, role: 'checkbox' | 'radio', name: string | RegExp) => find(place, role, name).press('Space')

/** Types key by key, as a person does, into a field that is empty. */
export async function typeOn(place: Place, name: string | RegExp, text: string, role: Role = 'textbox'): Promise<void> {
  await find(place, role, name).press('ControlOrMeta+a')
  await find(place, role, name).pressSequentially(text)
}

export const chooseOn = (place: Place, name: string | RegExp, option: string) =>
  find(place, 'combobox', name).selectOption({ label: option })

/** A file input is a button with the name of its label. */
export const attachOn = (place: Place, name: string, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  find(place, 'button', name).setInputFiles(files)

/** Opens an address and waits for hydration. */
export async function openHydrated(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.waitForFunction(() => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactProps')))
}
