/** Scrolls a box as little as possible until all of an element in it shows. Only the box: scrollIntoView would also scroll the page. */
export function keepInView(box: Element, element: Element): void {
  const [shown, wanted] = [box.getBoundingClientRect(), element.getBoundingClientRect()]
  box.scrollBy({
    left: distance(wanted.left, wanted.right, shown.left, shown.right),
    top: distance(wanted.top, wanted.bottom, shown.top, shown.bottom)
  })
}

const distance = (start: number, end: number, from: number, to: number): number => {
  if (start < from) return start - from
  return end > to ? end - to : 0
}
