const PROVIDERS = ['gmail', 'yahoo', 'outlook', 'hotmail', 'icloud']

/**
 * Suggests a correction for a misspelled address at one of five large providers. The first letter must match, so that mail.com, ymail.com
 * and cloud.com get no suggestion. Country domains get none either.
 */
export function suggestEmail(typed: string): string | undefined {
  const [, local, name, ending] = /^([^\s@]+)@([^\s@.]+)\.([^\s@]+)$/.exec(typed.trim().toLowerCase()) ?? []
  if (!local || !name || !ending) return undefined
  const meant = PROVIDERS.find((provider) => provider[0] === name[0] && mistakes(name, provider) <= (provider.length > 5 ? 2 : 1))
  if (!meant || mistakes(ending, 'com') > 1 || (name === meant && ending === 'com')) return undefined
  return `${local}@${meant}.com`
}

/** Edit distance: letters missing, extra, wrong, or swapped with their neighbor. */
function mistakes(typed: string, meant: string): number {
  const rows: number[][] = [Array.from({ length: meant.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= typed.length; row += 1) {
    const line = [row]
    for (let column = 1; column <= meant.length; column += 1) {
      const same = typed[row - 1] === meant[column - 1]
      const swapped = row > 1 && column > 1 && typed[row - 1] === meant[column - 2] && typed[row - 2] === meant[column - 1]
      line.push(
        Math.min(
          line[column - 1]! + 1,
          rows[row - 1]![column]! + 1,
          rows[row - 1]![column - 1]! + (same ? 0 : 1),
          swapped ? rows[row - 2]![column - 2]! + 1 : Number.POSITIVE_INFINITY
        )
      )
    }
    rows.push(line)
  }
  return rows.at(-1)!.at(-1)!
}
