/** Prefixes of sets that Iconify publishes. No artist may have one: the same name would mean two icons. */
const PREFIXES = `academicons akar-icons ant-design arcticons basil bi bitcoin-icons boxicons bpmn brandico bubbles bx bxl bxs bytesize carbon cbi charm ci
cib cif cil circle-flags circum clarity codex codicon covid cryptocurrency cryptocurrency-color cuida dashicons devicon devicon-plain dinkie-icons
duo-icons ei el element-plus emblemicons emojione emojione-monotone emojione-v1 entypo entypo-social eos-icons ep et eva f7 fa fa-brands
fa-regular fa-solid fa6-brands fa6-regular fa6-solid fa7-brands fa7-regular fa7-solid fad famicons fe feather file-icons flag flagpack flat-color-icons
flat-ui flowbite fluent fluent-color fluent-emoji fluent-emoji-flat fluent-emoji-high-contrast fluent-mdl2 fontelico fontisto formkit foundation fxemoji
gala game-icons garden geo gg gis glyphs gravity-ui gridicons grommet-icons guidance healthicons heroicons heroicons-outline heroicons-solid hugeicons
humbleicons ic icomoon-free icon-park icon-park-outline icon-park-solid icon-park-twotone iconamoon iconoir icons8 il ion iwwa ix jam js la lets-icons
line-md lineicons logos lsicon lucide lucide-lab mage majesticons maki map marketeq material-icon-theme material-symbols material-symbols-light mdi
mdi-light medical-icon memory meteocons meteor-icons mi mingcute mono-icons mynaui nimbus nonicons noto noto-v1 nrk octicon oi ooui openmoji oui pajamas
pepicons pepicons-pencil pepicons-pop pepicons-print ph picon pixel pixelarticons prime proicons ps qlementine-icons quill radix-icons raphael
ri rivet-icons roentgen si si-glyph sidekickicons simple-icons simple-line-icons skill-icons solar stash streamline streamline-block streamline-color
streamline-cyber streamline-cyber-color streamline-emojis streamline-flex streamline-flex-color streamline-freehand streamline-freehand-color
streamline-kameleon-color streamline-logos streamline-pixel streamline-plump streamline-plump-color streamline-sharp streamline-sharp-color
streamline-stickies-color streamline-ultimate streamline-ultimate-color subway svg-spinners system-uicons tabler tdesign teenyicons temaki token
token-branded topcoat twemoji typcn uil uim uis uit uiw unjs vaadin vs vscode-icons websymbol weui whh wi wordpress wpf zmdi zondicons`

export const KNOWN_SETS: ReadonlySet<string> = new Set(PREFIXES.split(/\s+/))
