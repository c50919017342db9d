import type { CSSProperties, ReactNode } from 'react'

type BoxProps = { className: string; style: CSSProperties; margin?: string; children: ReactNode }

/** A bordered box. The padding is on a table cell, because some mail programs support it nowhere else. */
export function Box({ className, style, margin = '0', children }: BoxProps) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} border={0} style={{ margin, borderCollapse: 'separate' }}>
      <tbody>
        <tr>
          <td className={className} style={style}>
            {children}
          </td>
        </tr>
      </tbody>
    </table>
  )
}
