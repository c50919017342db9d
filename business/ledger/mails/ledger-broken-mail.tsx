import { MailDetails, MailLayout, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'

type Details = { sender: Sender; broken: string; transactions: number; checkpoint: string | undefined; found_at: Date }

export const ledgerBrokenMail = async (details: Details) => ({
  subject: `The ledger of ${details.sender.brand_name} is broken`,
  ...(await renderMail(<LedgerBrokenMail {...details} />))
})

const number = new Intl.NumberFormat('en-US')

function LedgerBrokenMail({ sender, broken, transactions, checkpoint, found_at }: Details) {
  return (
    <MailLayout
      sender={sender}
      preview="The nightly check found a row that does not match."
      why={`You get this email because you handle support for ${sender.brand_name}. It is sent each night until the ledger is repaired.`}
    >
      <MailTitle>The ledger is broken</MailTitle>
      <MailText>
        The nightly check found that the ledger was changed after it was written: {broken}. Either someone with more rights than the app
        changed it, or a backup was restored.
      </MailText>
      <MailDetails
        details={[
          ['Found', found_at.toISOString()],
          ['Intact before it', `${number.format(transactions)} transactions`],
          ['Last checkpoint', checkpoint ?? 'none']
        ]}
      />
      <MailText>
        Do not change the database, run npm run ledger:verify, and compare it with the latest backup. See docs/operations.md.
      </MailText>
    </MailLayout>
  )
}
