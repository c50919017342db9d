import { FieldNotes } from '#platform/web/ui/form/field.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import { isLinear } from '../../barcode.rules.ts'
import { type ContentType, symbologiesFor } from '../../label.rules.ts'
import { AssetChoice } from './asset-choice.tsx'
import { type Editing, LabelInput } from './label-fields.tsx'

const TABS: { key: ContentType; label: string }[] = [
  { key: 'url', label: 'URL' },
  { key: 'text', label: 'Text' },
  { key: 'asset', label: 'Asset' }
]

const TITLE_MAX = 160
const CODE_MAX = 200
const NOTES_MAX = 3000
const ADDRESS_MAX = 2000

interface LabelContentProps extends Editing {
  /** The error that concerns several fields, shown after submission. */
  problem: string | undefined
}

/** The content fields for each content type. */
export function LabelContent({ problem, ...editing }: LabelContentProps) {
  const { label, onChange } = editing
  const choose = (content_type: ContentType) => {
    const symbology = symbologiesFor(content_type).includes(label.symbology) ? label.symbology : 'qr'
    onChange({ content_type, symbology })
  }
  return (
    <Tabs label="Content type" tabs={TABS} chosen={label.content_type} onChoose={choose}>
      <Stack gap={4}>
        {label.content_type === 'url' && <UrlFields {...editing} />}
        {label.content_type === 'text' && <TextFields {...editing} />}
        {label.content_type === 'asset' && <AssetFields {...editing} />}
        <FieldNotes id="label-content" error={problem} />
      </Stack>
    </Tabs>
  )
}

function UrlFields(editing: Editing) {
  return (
    <>
      <LabelInput {...editing} field="website" name="Website" inputMode="url" placeholder="example.com" maxLength={ADDRESS_MAX} />
      <LabelInput {...editing} field="label_title" name="Label title" maxLength={TITLE_MAX} />
      <LabelInput {...editing} field="code" name="Code" maxLength={CODE_MAX} />
      <LabelInput {...editing} field="notes" name="Notes" tall maxLength={NOTES_MAX} />
    </>
  )
}

function TextFields(editing: Editing) {
  const { symbology } = editing.label
  const hint = isLinear(symbology)
    ? 'The barcode contains only the code. The title and notes are printed below it.'
    : 'The code contains the title, code, and notes, each on its own line.'
  return (
    <>
      <LabelInput {...editing} field="label_title" name="Title" maxLength={TITLE_MAX} />
      <LabelInput {...editing} key={symbology} field="code" name="Code" hint={hint} maxLength={CODE_MAX} />
      <LabelInput {...editing} field="notes" name="Notes" tall maxLength={NOTES_MAX} />
    </>
  )
}

function AssetFields(editing: Editing) {
  return (
    <>
      <AssetChoice {...editing} />
      <LabelInput {...editing} field="asset_id" name="Asset ID" maxLength={CODE_MAX} />
      <LabelInput {...editing} field="base_url" name="Base URL" inputMode="url" maxLength={ADDRESS_MAX} />
      <LabelInput {...editing} field="label_title" name="Label title" maxLength={TITLE_MAX} />
      <LabelInput {...editing} field="code" name="Code" maxLength={CODE_MAX} />
      <LabelInput {...editing} field="notes" name="Notes" tall maxLength={NOTES_MAX} />
    </>
  )
}
