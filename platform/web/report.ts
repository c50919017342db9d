type Report = (error: unknown) => void

let report: Report = (error) => console.error(error)

/** Reports an error that a page does not show. In the browser, that is its console. */
export const reportError: Report = (error) => report(error)

/** The server writes to its log instead. */
export function reportErrorsTo(next: Report): void {
  report = next
}
