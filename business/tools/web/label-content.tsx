import { FieldNotes } from '#platform/web/ui/field.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import { isLinear } from '../barcode.rules.ts'
import { type ContentType, symbologiesFor } from '../label.rules.ts'
import { AssetChoice } from './asset-choice.tsx'
import { type Editing, LabelInput } from './label-fields.tsx'

const TABS: { key: ContentType; label: string }[] = [
  { key: 'url', label: 'URL' },
  { key: 'text', label: 'Text' },
  { key: 'asset', label: 'Asset' }
]

const TITLE_MOST = 160
const CODE_MOST = 200
const NOTES_MOST = 3000
const ADDRESS_MOST = 2000

interface LabelContentProps extends Editing {
  /** What is wrong with the fields together, once the form was sent. */
  problem: string | undefined
}

/** What the code holds, by its kind. */
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
      <LabelInput {...editing} field="website" name="Website" inputMode="url" placeholder="example.com" maxLength={ADDRESS_MOST} />
      <LabelInput {...editing} field="label_title" name="Label title" maxLength={TITLE_MOST} />
      <LabelInput {...editing} field="code" name="Code" maxLength={CODE_MOST} />
      <LabelInput {...editing} field="notes" name="Notes" tall maxLength={NOTES_MOST} />
    </>
  )
}

function TextFields(editing: Editing) {
  const { symbology } = editing.label
  const hint = isLinear(symbology)
    ? 'The barcode holds the code. Title and notes stand beside it.'
    : 'The code holds title, code and notes, a line each.'
  return (
    <>
      <LabelInput {...editing} field="label_title" name="Title" maxLength={TITLE_MOST} />
      <LabelInput {...editing} key={symbology} field="code" name="Code" hint={hint} maxLength={CODE_MOST} />
      <LabelInput {...editing} field="notes" name="Notes" tall maxLength={NOTES_MOST} />
    </>
  )
}

function AssetFields(editing: Editing) {
  return (
    <>
      <AssetChoice {...editing} />
      <LabelInput {...editing} field="asset_id" name="Asset ID" maxLength={CODE_MOST} />
      <LabelInput {...editing} field="base_url" name="Base URL" inputMode="url" maxLength={ADDRESS_MOST} />
      <LabelInput {...editing} field="label_title" name="Label title" maxLength={TITLE_MOST} />
      <LabelInput {...editing} field="code" name="Code" maxLength={CODE_MOST} />
      <LabelInput {...editing} field="notes" name="Notes" tall maxLength={NOTES_MOST} />
    </>
  )
}
