import { MailFacts, MailLayout, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'

type Facts = { sender: Sender; broken: string; transactions: number; noted: string | undefined; found_at: Date }

export const ledgerBrokenMail = async (facts: Facts) => ({
  subject: `The ledger of ${facts.sender.brand_name} is broken`,
  ...(await renderMail(<LedgerBrokenMail {...facts} />))
})

const number = new Intl.NumberFormat('en-US')

/** To support alone. */
function LedgerBrokenMail({ sender, broken, transactions, noted, found_at }: Facts) {
  return (
    <MailLayout
      sender={sender}
      preview="The nightly check found a row that does not fit."
      why={`This mail goes to whoever answers for ${sender.brand_name}, each night until the ledger is whole.`}
    >
      <MailTitle>The ledger is broken</MailTitle>
      <MailText>
        The nightly check found that the book is not as it was written: {broken}. Somebody with rights beyond the app's has changed it, or a
        backup was restored.
      </MailText>
      <MailFacts
        facts={[
          ['Found', found_at.toISOString()],
          ['Whole before it', `${number.format(transactions)} transactions`],
          ['Last whole head', noted ?? 'none']
        ]}
      />
      <MailText>
        Keep the database as it is, run npm run ledger:verify, and compare with the newest backup. docs/operations.md says more.
      </MailText>
    </MailLayout>
  )
}
