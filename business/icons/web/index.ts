export { IconPrefixSection } from './icon-prefix.tsx'
export { IconUsage } from './icon-usage.tsx'
export { UsageLine } from './usage-line.tsx'
