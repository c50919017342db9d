/** Increment it whenever the cleaner removes more: a job then cleans the stored SVGs again (clean-svg-again.ts). */
export const SVG_CLEANER_VERSION = 2

/** CSS properties that a drawing needs, and no others. None of them loads anything by itself; clean-svg-css.ts checks their values. */
export const ALLOWED_PROPERTIES: ReadonlySet<string> = new Set([
  // Paint
  ...['color', 'fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-dasharray', 'stroke-dashoffset', 'stroke-linecap', 'stroke-linejoin'],
  ...['stroke-miterlimit', 'stroke-opacity', 'stroke-width', 'stroke-alignment', 'paint-order', 'vector-effect', 'solid-color'],
  ...['solid-opacity', 'stop-color', 'stop-opacity', 'background', 'background-color', 'color-interpolation', 'color-rendering'],
  ...['shape-rendering', 'image-rendering', 'text-rendering', 'marker', 'marker-start', 'marker-mid', 'marker-end'],
  // Compositing, clipping, and filters
  ...['opacity', 'mix-blend-mode', 'isolation', 'enable-background', 'clip', 'clip-path', 'clip-rule', 'mask', 'mask-type', 'mask-mode'],
  ...['filter', 'color-interpolation-filters', 'flood-color', 'flood-opacity', 'lighting-color'],
  // Geometry
  ...['x', 'y', 'cx', 'cy', 'r', 'rx', 'ry', 'd', 'width', 'height', 'min-width', 'min-height', 'max-width', 'max-height', 'overflow'],
  ...[
    'overflow-x',
    'overflow-y',
    'display',
    'visibility',
    'transform',
    'transform-origin',
    'transform-box',
    'translate',
    'rotate',
    'scale'
  ],
  ...['margin', 'padding', 'position', 'top', 'left', 'right', 'bottom', 'pointer-events', 'cursor', 'aspect-ratio', 'object-fit'],
  // Text
  ...['font', 'font-family', 'font-size', 'font-size-adjust', 'font-stretch', 'font-style', 'font-weight', 'font-kerning'],
  ...['font-variant', 'font-variant-caps', 'font-variant-ligatures', 'font-variant-numeric', 'font-variant-position'],
  ...['font-variant-alternates', 'font-variant-east-asian', 'font-feature-settings', 'font-variation-settings', 'font-optical-sizing'],
  ...['letter-spacing', 'word-spacing', 'kerning', 'line-height', 'text-align', 'text-anchor', 'text-indent', 'text-transform'],
  ...['text-decoration', 'text-decoration-line', 'text-decoration-style', 'text-decoration-color', 'text-decoration-thickness'],
  ...['text-orientation', 'text-overflow', 'text-shadow', 'writing-mode', 'direction', 'unicode-bidi', 'white-space', 'inline-size'],
  ...[
    'shape-inside',
    'shape-margin',
    'shape-padding',
    'dominant-baseline',
    'alignment-baseline',
    'baseline-shift',
    'glyph-orientation-vertical'
  ],
  ...['glyph-orientation-horizontal'],
  // Movement
  ...['animation', 'animation-name', 'animation-duration', 'animation-timing-function', 'animation-delay', 'animation-direction'],
  ...['animation-iteration-count', 'animation-fill-mode', 'animation-play-state']
])

/** CSS functions that compute a color, a number, a shape, or a transform. url() is no function here: css-tree reads it as a node of its own. */
export const ALLOWED_FUNCTIONS: ReadonlySet<string> = new Set([
  ...['rgb', 'rgba', 'hsl', 'hsla', 'hwb', 'lab', 'lch', 'oklab', 'oklch', 'color', 'color-mix', 'device-cmyk', 'icc-color'],
  ...['calc', 'min', 'max', 'clamp', 'var', 'linear-gradient', 'radial-gradient', 'conic-gradient'],
  ...['repeating-linear-gradient', 'repeating-radial-gradient', 'repeating-conic-gradient'],
  ...['matrix', 'matrix3d', 'translate', 'translatex', 'translatey', 'translatez', 'translate3d', 'scale', 'scalex', 'scaley', 'scalez'],
  ...['scale3d', 'rotate', 'rotatex', 'rotatey', 'rotatez', 'rotate3d', 'skew', 'skewx', 'skewy', 'perspective'],
  ...['path', 'inset', 'circle', 'ellipse', 'polygon', 'rect', 'xywh', 'cubic-bezier', 'steps', 'linear'],
  ...['blur', 'brightness', 'contrast', 'drop-shadow', 'grayscale', 'hue-rotate', 'invert', 'opacity', 'saturate', 'sepia']
])

/** Attributes that hold words for people or names within the file. No program reads an address from them. */
export const TEXT_ATTRIBUTES: ReadonlySet<string> = new Set([
  ...['id', 'class', 'lang', 'role', 'title', 'alt', 'name', 'type', 'media', 'version', 'glyph-name', 'unicode', 'space']
])
