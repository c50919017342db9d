import { type KeyboardEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { AssetDetail } from '#catalogue/contract.ts'
import { type ColorChanges, recoloredPage } from '#catalogue/recolor.rules.ts'
import { categoryLabel, colorFamily, matFor } from '#catalogue/rules.ts'
import { copyText } from '#platform/web/copy-text.ts'
import type { PageUser } from '#platform/web/page.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { OwnPalette } from './own-palette.tsx'
import css from './recolor-section.module.css'
import { NO_CHANGES } from './recolored-asset.ts'
import { Swatch } from './swatch.tsx'
import type { Recolor } from './use-recolor.ts'

type SectionProps = { asset: AssetDetail; user: PageUser | null; recolor: Recolor; is_wrong: boolean }

/** The colors of a drawing, and other ones in their place. Before hydration it is a form that leads to the page in the chosen colors. */
export function RecolorSection({ asset, user, recolor, is_wrong }: SectionProps) {
  const { changes, set, undo, canUndo, busy, hasFailed, tryAgain } = recolor
  const palette = asset.palette ?? []
  const targets = palette.map(({ color }) => changes.get(color) ?? color)
  const families = [...new Set(palette.map(({ color }) => colorFamily(color)))]
  const onKeyDown = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLInputElement && event.target.type === 'text'
    if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || isTyping) return
    event.preventDefault()
    undo()
  }
  return (
    <section className={css['colors']} aria-labelledby="colors" aria-busy={busy} onKeyDown={onKeyDown}>
      <h2 id="colors">Colors</h2>
      {is_wrong && <Notice tone="warn">This link names colors that are not in this drawing, so it is shown in its own colors.</Notice>}
      <form className={css['form']} action={`/assets/${asset.id}`} onSubmit={(event) => event.preventDefault()}>
        <input type="hidden" name="recolor" value="1" />
        <ul className={css['list']}>
          {palette.map(({ color, share }) => (
            <li key={color}>
              <Swatch
                color={color}
                share={share}
                to={changes.get(color) ?? color}
                mat={matFor(asset.dominant_color)}
                onChange={(to, gesture) => set(new Map([...changes, [color, to]]), gesture)}
              />
            </li>
          ))}
        </ul>
        <noscript>
          <Button>Show these colors</Button>
        </noscript>
      </form>
      <AllAtOnce targets={targets} asset={asset} recolor={recolor} />
      <div className={css['actions']}>
        <Button type="button" small disabled={!canUndo} onClick={undo}>
          Undo
        </Button>
        <LinkButton
          to={recoloredPage(asset.id, NO_CHANGES)}
          small
          onClick={(event) => {
            event.preventDefault()
            set(NO_CHANGES)
          }}
        >
          Reset
        </LinkButton>
        <Button type="button" small onClick={() => void copyText(targets.join(', '), 'Palette copied.')}>
          Copy palette
        </Button>
        <OwnPalette user={user} palette={palette} targets={targets} onApply={(next: ColorChanges) => set(next)} />
      </div>
      <p className={css['state']} role="status">
        {busy ? 'Drawing the new colors…' : ''}
      </p>
      {hasFailed && (
        <Notice tone="bad">
          The new colors could not be drawn.{' '}
          <Button type="button" small onClick={tryAgain}>
            Try again
          </Button>
        </Notice>
      )}
      <p className={css['families']}>
        More in
        {families.map((family) => (
          <Link key={family} to={`/?color=${family}`}>
            {categoryLabel(family)}
          </Link>
        ))}
      </p>
    </section>
  )
}

type AllProps = { asset: AssetDetail; targets: readonly string[]; recolor: Recolor }

/** Turns all hues together, or makes everything one color. */
function AllAtOnce({ asset, targets, recolor }: AllProps) {
  const { set } = recolor
  const palette = asset.palette ?? []
  const [one, setOne] = useState('#00b4d8')
  const [degrees, setDegrees] = useState(0)
  const turning = useRef<{ from: readonly string[]; gesture: symbol }>(undefined)
  const shift = async (turned: number) => {
    turning.current ??= { from: targets, gesture: Symbol() }
    const { from, gesture } = turning.current
    setDegrees(turned)
    const { turnHue } = await import('./mix-colors.ts')
    set(new Map(palette.map(({ color }, index) => [color, turnHue(from[index] ?? color, turned)])), gesture)
  }
  const end = () => {
    turning.current = undefined
    setDegrees(0)
  }
  return (
    <div className={css['all']}>
      <label className={css['hue']}>
        Shift all hues
        <input
          type="range"
          min={-180}
          max={180}
          value={degrees}
          aria-valuetext={`${degrees} degrees`}
          onChange={(event) => void shift(Number(event.currentTarget.value))}
          onPointerUp={end}
          onBlur={end}
        />
      </label>
      <div className={css['one']}>
        <input type="color" aria-label="One color for everything" value={one} onChange={(event) => setOne(event.currentTarget.value)} />
        <Button type="button" small onClick={() => set(new Map(palette.map(({ color }) => [color, one])))}>
          Make it one color
        </Button>
      </div>
    </div>
  )
}
