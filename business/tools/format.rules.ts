/** Inches. */
const mm = (length: number): number => length / 25.4

export type Paper = 'letter' | 'a4'
/** Width and height in inches. */
export const PAPERS: Record<Paper, readonly [number, number]> = { letter: [8.5, 11], a4: [mm(210), mm(297)] }

/** Labels on a sheet of paper: where the first one begins, and how far it is to the next. All in inches. */
export type Sheet = { paper: Paper; columns: number; rows: number; left: number; top: number; across: number; down: number }

/** A label of a fixed size in inches. `stacked` has the texts below the code, `beside` next to it. */
export type LabelFormat = { name: string; width: number; height: number; arrangement: 'stacked' | 'beside'; sheet?: Sheet }

export const FORMAT_KEYS = ['shipping', 'price', 'card', '5160', '5163', '5164', '5371', 'L7160', 'L7163'] as const
export type FormatKey = (typeof FORMAT_KEYS)[number]

/** The sheets have the sizes that their maker publishes. */
export const LABEL_FORMATS: Record<FormatKey, LabelFormat> = {
  shipping: { name: 'Shipping label (4 × 6 in)', width: 4, height: 6, arrangement: 'stacked' },
  price: { name: 'Shelf label (2¼ × 1¼ in)', width: 2.25, height: 1.25, arrangement: 'beside' },
  card: { name: 'Business card (3½ × 2 in)', width: 3.5, height: 2, arrangement: 'beside' },
  '5160': {
    name: 'Avery 5160 (2⅝ × 1 in)',
    width: 2.625,
    height: 1,
    arrangement: 'beside',
    sheet: { paper: 'letter', columns: 3, rows: 10, left: 0.1875, top: 0.5, across: 2.75, down: 1 }
  },
  '5163': {
    name: 'Avery 5163 (4 × 2 in)',
    width: 4,
    height: 2,
    arrangement: 'beside',
    sheet: { paper: 'letter', columns: 2, rows: 5, left: 0.15625, top: 0.5, across: 4.1875, down: 2 }
  },
  '5164': {
    name: 'Avery 5164 (4 × 3⅓ in)',
    width: 4,
    height: 10 / 3,
    arrangement: 'beside',
    sheet: { paper: 'letter', columns: 2, rows: 3, left: 0.15625, top: 0.5, across: 4.1875, down: 10 / 3 }
  },
  '5371': {
    name: 'Avery 5371 (3½ × 2 in business cards)',
    width: 3.5,
    height: 2,
    arrangement: 'beside',
    sheet: { paper: 'letter', columns: 2, rows: 5, left: 0.75, top: 0.5, across: 3.5, down: 2 }
  },
  L7160: {
    name: 'Avery L7160 (63.5 × 38.1 mm)',
    width: mm(63.5),
    height: mm(38.1),
    arrangement: 'beside',
    sheet: { paper: 'a4', columns: 3, rows: 7, left: mm(7.2), top: mm(15.15), across: mm(66.04), down: mm(38.1) }
  },
  L7163: {
    name: 'Avery L7163 (99.1 × 38.1 mm)',
    width: mm(99.1),
    height: mm(38.1),
    arrangement: 'beside',
    sheet: { paper: 'a4', columns: 2, rows: 7, left: mm(4.65), top: mm(15.15), across: mm(101.6), down: mm(38.1) }
  }
}

/** The labels of a fixed size are drawn finer than those whose width is given in pixels. */
export const FORMAT_DPI = 300

export const perSheet = ({ columns, rows }: Sheet): number => columns * rows

/** Where a label is in a document: its page from 0, and its top left corner in inches. `place` counts from 0, row by row. */
export function placeOf(sheet: Sheet, place: number): { page: number; x: number; y: number } {
  const onPage = place % perSheet(sheet)
  const [column, row] = [onPage % sheet.columns, Math.floor(onPage / sheet.columns)]
  return { page: Math.floor(place / perSheet(sheet)), x: sheet.left + column * sheet.across, y: sheet.top + row * sheet.down }
}

/** Millimeters in whole numbers, as on a ruler: '102 × 152 mm'. */
export const showMillimeters = (width: number, height: number): string => `${Math.round(width * 25.4)} × ${Math.round(height * 25.4)} mm`
