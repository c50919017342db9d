/** Returns the first file that is pasted or dropped. Addresses and text are not files: nothing is fetched. */
export const pictureOf = (data: DataTransfer | null): File | undefined => data?.files[0]

/** Whether a file is dragged, before it is known which. */
export const hasFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false
