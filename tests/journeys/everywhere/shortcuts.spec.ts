import { expect } from '@playwright/test'
import { violationsOn } from '#tests/support/browser/accessibility.ts'
import { test } from '#tests/support/browser/journey.ts'
import { openSettled } from '#tests/support/browser/settled-page.ts'

test('“?” lists the shortcuts of the page, not while someone types, and single keys can be turned off and on again', async ({ page }) => {
  await openSettled(page, '/')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const search = page.getByRole('combobox', { name: 'Search assets' })
  await search.press('?')
  await expect(list).toHaveCount(0)
  await search.blur()
  await page.keyboard.press('?')
  await expect(list).toContainText('Go to the search')
  await expect(list).toContainText('Show this list')
  expect(await violationsOn(page)).toEqual([])
  const keys = list.getByRole('checkbox', { name: 'Use single keys as shortcuts' })
  await keys.uncheck()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()

  await page.keyboard.press('/')
  await page.keyboard.press('?')
  await expect(search).not.toBeFocused()
  await page.getByRole('contentinfo').getByRole('button', { name: 'Keyboard shortcuts' }).press('Enter')
  await expect(list).toBeVisible()
  await expect(keys).not.toBeChecked()
  await keys.check()
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
})

test('the first Tab on a page reaches “Skip to content”, and the next one after it is in the content', async ({ page }) => {
  await openSettled(page, '/pricing')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
})
