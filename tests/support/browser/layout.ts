import type { Page } from '@playwright/test'

/** Returns what is wider than the window: the page itself, or a visible text or control that sticks out at a side and cannot be scrolled to. */
export async function overflowOn(page: Page): Promise<string[]> {
  const found = await page.evaluate(findOverflow)
  if (found.length === 0) return found
  // A chart takes the new width after the browser has told it.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  return page.evaluate(findOverflow)
}

/** Returns the controls that show no focus ring when the keyboard reaches them. */
export const unfocusableOn = (page: Page): Promise<string[]> => page.evaluate(findWithoutRing)

/** Returns what moves: animations and transitions that run longer than a frame. */
export const motionOn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => animation.playState === 'running' && Number(animation.effect?.getComputedTiming().endTime) > 20)
      .map((animation) => `${animation.id} ${(animation.effect as KeyframeEffect | null)?.target?.className ?? ''}`)
  )

function findOverflow(): string[] {
  const root = document.documentElement
  const width = root.clientWidth
  // Subpixels and the ring around a control at the edge are not an overflow.
  const TOLERANCE = 3
  const clips = (element: Element) => getComputedStyle(element).overflowX !== 'visible'
  const isInScroller = (element: Element): boolean => {
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) if (clips(at)) return true
    return false
  }
  const name = (element: Element) =>
    `${element.localName}.${element.getAttribute('class') ?? ''} ${element.textContent?.trim().slice(0, 40)}`
  const sticksOut = (element: Element): boolean => {
    const { left, right, bottom, width: own, height } = element.getBoundingClientRect()
    if (left >= -TOLERANCE && right <= width + TOLERANCE) return false
    // An element of one pixel is for screen readers, and one above the window waits there, as the skip link does.
    if (own <= 1 || height <= 1 || bottom < -scrollY) return false
    return element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !isInScroller(element)
  }
  const found = [
    ...document.querySelectorAll('body :is(a, button, input, select, textarea, img, svg, p, li, td, th, h1, h2, h3, h4, label, span)')
  ]
  const wide = root.scrollWidth > innerWidth ? [`the page: ${root.scrollWidth} px`] : []
  return [...wide, ...found.filter(sticksOut).map(name).slice(0, 5)]
}

function findWithoutRing(): string[] {
  const PARENTS = 4
  const outlined = (element: Element | null) => {
    if (!element) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  }
  const hasRing = (element: Element): boolean => {
    let at: Element | null = element
    for (let up = 0; up <= PARENTS && at; up += 1, at = at.parentElement) if (outlined(at)) return true
    // The input of a code lies over its cells, and the next cell has the ring.
    return [...(element.parentElement?.querySelectorAll('*') ?? [])].some(outlined)
  }
  const before = document.activeElement
  const controls = document.querySelectorAll<HTMLElement>(
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]'
  )
  const bare = [...controls].filter((control) => {
    if (control.matches(':disabled') || !control.checkVisibility()) return false
    control.focus({ preventScroll: true, focusVisible: true } as FocusOptions)
    return document.activeElement === control && !hasRing(control)
  })
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return [...new Set(bare.map((control) => `${control.localName}.${control.className} ${control.getAttribute('name') ?? ''}`))].slice(0, 5)
}
