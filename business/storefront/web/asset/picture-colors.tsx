import { Link } from 'react-router'
import type { AssetDetail } from '#catalogue/contract.ts'
import { type Color, categoryLabel, colorFamily } from '#catalogue/rules.ts'
import { copyText } from '#platform/web/copy-text.ts'
import css from './picture-colors.module.css'

/** The colors of the picture to copy, and searches for their families. */
export function PictureColors({ asset: { picture_colors } }: { asset: Pick<AssetDetail, 'picture_colors'> }) {
  if (picture_colors.length === 0) return null
  const families = [...new Set(picture_colors.map(colorFamily))]
  return (
    <section className={css['colors']} aria-label="Colors">
      <ul className={css['list']}>
        {picture_colors.map((color) => (
          <li key={color}>
            <button
              type="button"
              className={css['color']}
              aria-label={`Copy ${color}`}
              onClick={() => void copyText(color, `${color} copied.`)}
            >
              <span className={css['swatch']} style={{ background: color }} />
              <span className={css['value']}>{color}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className={css['families']}>
        More in
        {families.map((family) => (
          <FamilyLink key={family} family={family} />
        ))}
      </p>
    </section>
  )
}

const FamilyLink = ({ family }: { family: Color }) => <Link to={`/?color=${family}`}>{categoryLabel(family)}</Link>
