import { useEffect, useRef, useState } from 'react'
import type { AssetDetail } from '#catalogue/contract.ts'
import { type ColorChanges, recoloredPage, writeColorChanges } from '#catalogue/recolor.rules.ts'
import type { PreviewWidth } from '#catalogue/rules.ts'
import { type ColorStep, withStep } from './color-steps.ts'
import { type Pictures, serverPictures } from './recolored-asset.ts'

/** A person moves through a color picker faster than a picture is drawn. */
const WAIT_MS = 120
/** Browsers refuse to change the address at each movement of a color picker. */
const ADDRESS_WAIT_MS = 200

/** The colors of an asset's page: what was chosen, what the picture shows, and the way back. */
export function useRecolor(asset: AssetDetail, linked: ColorChanges) {
  const [steps, setSteps] = useState<readonly ColorStep[]>([{ changes: linked }])
  const changes = steps.at(-1)?.changes ?? linked
  const picture = usePicture(asset, changes, linked)
  useAddress(recoloredPage(asset.id, changes))
  const set = (next: ColorChanges, gesture?: symbol): void => setSteps((before) => withStep(before, { changes: next, gesture }))
  const undo = (): void => setSteps((before) => (before.length > 1 ? before.slice(0, -1) : before))
  return { ...picture, changes, set, undo, canUndo: steps.length > 1 }
}
export type Recolor = ReturnType<typeof useRecolor>

/** Keeps the address of the page, which others can open, in step with the colors. */
function useAddress(address: string): void {
  const written = useRef(address)
  useEffect(() => {
    if (address === written.current) return
    const timer = setTimeout(() => {
      written.current = address
      history.replaceState(history.state, '', address)
    }, ADDRESS_WAIT_MS)
    return () => clearTimeout(timer)
  }, [address])
}

type Shown = { colors: string; pictures: Pictures | undefined }

/** Shows a new picture when it is complete; until then the page keeps the one before. */
function usePicture(asset: AssetDetail, changes: ColorChanges, linked: ColorChanges) {
  const colors = writeColorChanges(changes)
  const first = writeColorChanges(linked)
  const [shown, setShown] = useState<Shown>({ colors: first, pictures: first ? serverPictures(asset.id, linked) : undefined })
  const [failed, setFailed] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const here = useRef<string>(undefined)
  useEffect(() => {
    if (colors === shown.colors) return
    let is_current = true
    const timer = setTimeout(
      () => {
        load(asset, changes).then(
          (pictures) => {
            if (!is_current) return release(pictures?.[1200])
            release(here.current)
            here.current = pictures?.[1200]
            setFailed(undefined)
            setShown({ colors, pictures })
          },
          () => is_current && setFailed(colors)
        )
      },
      asset.is_currently_free || attempt > 0 ? 0 : WAIT_MS
    )
    return () => {
      is_current = false
      clearTimeout(timer)
    }
  }, [asset, changes, colors, shown.colors, attempt])
  useEffect(() => () => release(here.current), [])
  const tryAgain = () => {
    setFailed(undefined)
    setAttempt((before) => before + 1)
  }
  const hasFailed = failed === colors && colors !== shown.colors
  return { pictures: shown.pictures, busy: colors !== shown.colors && !hasFailed, hasFailed, tryAgain }
}

function release(address: string | undefined): void {
  if (address?.startsWith('blob:')) URL.revokeObjectURL(address)
}

/** The width that the browser will choose for the page's picture, so that it is there already. */
function widthShown(): PreviewWidth {
  const pixels = Math.min(innerWidth, 780) * devicePixelRatio
  return pixels <= 320 ? 320 : pixels <= 640 ? 640 : 1200
}

/** A work that is free now is recolored in the browser; of the others the server draws pictures. */
async function load(asset: AssetDetail, changes: ColorChanges): Promise<Pictures | undefined> {
  if (writeColorChanges(changes) === '') return undefined
  if (asset.is_currently_free) {
    const { recolorHere } = await import('./browser-picture.ts')
    const address = await recolorHere(asset.id, changes)
    return { 320: address, 640: address, 1200: address }
  }
  const pictures = serverPictures(asset.id, changes)
  const answer = await fetch(pictures[widthShown()])
  if (!answer.ok) throw new Error(`The picture could not be drawn: ${answer.status}.`)
  await answer.blob()
  return pictures
}
