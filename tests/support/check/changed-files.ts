import { spawnSync } from 'node:child_process'

/** Tried in this order when no revision is given: the branch's upstream, then the main branch. */
const BASES = ['@{upstream}', 'origin/HEAD', 'origin/main', 'main']

export type Changed = { base: string; files: string[] }

/** Returns files changed since the merge base with a revision: committed, uncommitted and new ones, and both names of a renamed one. */
export function changedFiles(root: string, revision?: string): Changed {
  const base = revision === undefined ? firstBase(root) : mergeBase(root, revision)
  if (!base) throw new Error(`Git does not know the revision ${revision}.`)
  const changed = git(root, ['diff', '--name-only', '--no-renames', base])
  const created = git(root, ['ls-files', '--others', '--exclude-standard'])
  return { base, files: [...new Set([...lines(changed), ...lines(created)])].sort() }
}

const firstBase = (root: string): string | undefined =>
  BASES.map((name) => mergeBase(root, name)).find((base) => base !== undefined) ?? git(root, ['rev-parse', 'HEAD'])?.trim()

const mergeBase = (root: string, revision: string): string | undefined => git(root, ['merge-base', revision, 'HEAD'])?.trim()

const lines = (output: string | undefined): string[] => (output ?? '').split('\n').filter(Boolean)

/** Returns what git prints, or undefined when it fails. */
function git(cwd: string, args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd, encoding: 'utf8' })
  return status === 0 ? stdout : undefined
}
