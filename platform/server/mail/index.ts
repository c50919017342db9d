export { removeExpiredMailJob } from './expired-mail.job.ts'
export { MAIL_QUEUES, MAIL_RETRIES, type Mail, type MailOptions, type Message, mailBy } from './mail.ts'
export { sendMailJobs } from './send-mail.job.ts'
