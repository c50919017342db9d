import { TextField } from '#platform/web/ui/form/text-field.tsx'

type FirstPlaceProps = { max: number; first: number; onFirst: (first: number) => void }

/** The first label to print, for a sheet of which some labels were used. */
export function FirstPlace({ max, first, onFirst }: FirstPlaceProps) {
  return (
    <TextField
      label="Start at label"
      name="first"
      type="number"
      inputMode="numeric"
      min={1}
      max={max}
      defaultValue={first}
      hint={`For a sheet that you began. Labels are counted row by row, from 1 to ${max}.`}
      onChange={({ currentTarget: { valueAsNumber: typed } }) => onFirst(Math.min(max, Math.max(1, Math.round(typed) || 1)))}
    />
  )
}
