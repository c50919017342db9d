import { setTimeout as wait } from 'node:timers/promises'
import { type Dice, diceOf } from '#tests/faults/dice.ts'
import { buy } from './acts/buying.ts'
import { applyForWork, showFace } from './acts/introducing.ts'
import { write } from './acts/messaging.ts'
import { payOut } from './acts/paying-out.ts'
import { subscribe } from './acts/subscribing.ts'
import { upload } from './acts/uploading.ts'
import { chooseFault, type Fault, strike } from './faults.ts'
import type { Shop } from './shop.ts'
import { type Story, tell } from './story.ts'

type Act = { name: string; run(shop: Shop, story: Story, dice: Dice): Promise<void> }
export type Step = { after_ms: number; dice: Dice } & ({ act: Act } | { fault: Fault })

const ACTS: [Act, ...Act[]] = [
  { name: 'buy', run: buy },
  { name: 'buy', run: buy },
  { name: 'buy', run: buy },
  { name: 'upload', run: upload },
  { name: 'upload', run: upload },
  { name: 'write', run: write },
  { name: 'show a picture', run: showFace },
  { name: 'apply', run: applyForWork },
  { name: 'write', run: write },
  { name: 'subscribe', run: subscribe },
  { name: 'subscribe', run: subscribe },
  { name: 'pay out', run: payOut },
  { name: 'pay out', run: payOut }
]
const ACTS_MIN = 5
const ACTS_MORE = 6
const FAULTS_MORE = 3
/** The longest pause before the next step. */
const PAUSE_MS = 120

/** Draws a schedule: the same seed gives the same steps. */
export function drawSchedule(seed: number): Step[] {
  const dice = diceOf(seed)
  const acts = Array.from({ length: ACTS_MIN + dice.below(ACTS_MORE) }, () => ({ act: dice.one(ACTS) }))
  const faults = Array.from({ length: 1 + dice.below(FAULTS_MORE) }, () => ({ fault: chooseFault(dice) }))
  const [first, ...others] = dice.shuffled([...acts, ...faults])
  const steps = first && 'fault' in first ? [...others, first] : [first, ...others]
  return steps.flatMap((step, at) => (step ? [{ ...step, after_ms: dice.below(PAUSE_MS), dice: dice.apart(at) }] : []))
}

/** Starts the steps one after the other, without waiting for their ends. Returns once all have ended, with the errors that no step should have. */
export async function play(shop: Shop, story: Story, steps: readonly Step[]): Promise<string[]> {
  const running: Promise<void>[] = []
  /** The same fault strikes once at a time: a process that is not running cannot be killed. */
  const striking = new Map<Fault, Promise<void>>()
  for (const step of steps) {
    await wait(step.after_ms)
    if ('fault' in step) {
      const before = striking.get(step.fault) ?? Promise.resolve()
      const struck = before.then(() => strike(shop.rig, story, step.fault, step.dice))
      striking.set(step.fault, struck)
      running.push(struck)
    } else {
      tell(story, step.act.name)
      running.push(step.act.run(shop, story, step.dice))
    }
  }
  const ends = await Promise.allSettled(running)
  return ends.flatMap((end) =>
    end.status === 'rejected' ? [`A step failed: ${end.reason instanceof Error ? end.reason.stack : String(end.reason)}`] : []
  )
}

export const namesOf = (steps: readonly Step[]): string[] => steps.map((step) => ('fault' in step ? step.fault.name : step.act.name))
