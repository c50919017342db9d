/** A group of touching pixels. Coordinates are inclusive. */
export type Component = { left: number; top: number; right: number; bottom: number; pixels: number }

export type Mask = { data: Uint8Array; width: number; height: number }

/** Returns the groups of touching pixels that are not 0, also across corners. Empties the mask. */
export function componentsOf(mask: Mask): Component[] {
  const found: Component[] = []
  for (let at = 0; at < mask.data.length; at += 1) if (mask.data[at]) found.push(fill(mask, at))
  return found
}

function fill({ data, width, height }: Mask, start: number): Component {
  const box = { left: width, top: height, right: 0, bottom: 0, pixels: 0 }
  const waiting = [start]
  data[start] = 0
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const [x, y] = [at % width, Math.floor(at / width)]
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y)
    box.pixels += 1
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1)
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
        const near = row * width + column
        if (!data[near]) continue
        data[near] = 0
        waiting.push(near)
      }
  }
  return box
}
