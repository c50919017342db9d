/** What of a DataTransfer is read here. */
type Given = { readonly files: ArrayLike<File>; readonly types: readonly string[] }

/** Returns the first file that is pasted or dropped. Addresses and text are not files: nothing is fetched. */
export const pictureOf = (data: Given | null): File | undefined => data?.files[0]

/** Whether a file is dragged, before it is known which. */
export const hasFiles = (data: Given | null): boolean => data?.types.includes('Files') ?? false

/** Returns the picture that is pasted. Cells of a spreadsheet come as text and as a picture of it: a text field gets the text. */
export function pastedPicture(data: Given | null, isInTextField: boolean): File | undefined {
  return isInTextField && data?.types.includes('text/plain') ? undefined : pictureOf(data)
}

const TEXT_FIELDS =
  'textarea, [contenteditable]:not([contenteditable="false"]), input:not([type="file"], [type="checkbox"], [type="radio"], [type="button"], [type="submit"])'

/** Whether text that is pasted there would be inserted. */
export const isInTextField = (target: EventTarget | null): boolean => target instanceof Element && target.closest(TEXT_FIELDS) !== null
