import type { TextOf } from '../legal-text.ts'

export const terms: TextOf = ({ brand_name, support_email }) => ({
  path: '/terms',
  title: 'Terms & Conditions',
  description: `The terms for using ${brand_name}: accounts, licenses, payments, plans, refunds, custom requests and artists' wages.`,
  intro: `What you can expect from ${brand_name}, and what we ask of you.`,
  updated: '2026-11-21',
  sections: [
    {
      id: 'agreement',
      chip: 'Agreement',
      title: 'This agreement',
      body: [
        `${brand_name} is a marketplace for graphic assets, based in California, USA. By using it you agree to these terms. By registering you confirm it with a tick.`,
        'The [License Terms](/license-terms), the [Free License](/free-license), the [Subscription Terms](/subscription-terms) and the [Privacy Policy](/privacy) belong to these terms. Where one of them says more about its own subject, it counts.'
      ]
    },
    {
      id: 'accounts',
      chip: 'Accounts',
      title: 'Your account',
      body: [
        'Buying, subscribing and sending requests need an account. Give your real name and an e-mail address that you can read: we confirm it with a 7-digit code.',
        'Keep your password to yourself. What is done with your account counts as done by you, until you tell us that someone else has it. You must be 18, or have the consent of a parent, to buy; no one under 13 may have an account.'
      ]
    },
    {
      id: 'catalogue',
      chip: 'Catalogue',
      title: 'The catalogue',
      body: [
        'Anyone may browse. Previews are for choosing only: they may carry a watermark and may not be used in your work. An asset may leave the catalogue at any time; licenses sold before stay valid.',
        'An asset marked free can be had with an e-mail address while it is free, under the [Free License](/free-license).'
      ]
    },
    {
      id: 'licenses',
      chip: 'Licenses',
      title: 'Licenses',
      body: [
        'You buy the right to use an asset, not the asset. A license covers one asset, is personal, commercial or extended, and is given to one account. It is not exclusive and cannot be passed on. One that you bought does not end by itself; one that came with a plan is active while the plan is.',
        'What each type allows, in numbers, stands in the [License Terms](/license-terms).'
      ]
    },
    {
      id: 'payments',
      chip: 'Payments',
      title: 'Prices and payments',
      body: [
        'Prices are in US dollars. You pay the price shown when your checkout began. PayPal takes the payment, and we never see your card number.',
        'A license is given when PayPal confirms the payment as completed. If you already hold the same active license for an asset, you get its download and no second charge; money that was taken for it all the same goes back.'
      ]
    },
    {
      id: 'plans',
      chip: 'Plans',
      title: 'Plans',
      body: [
        'A plan has a number of downloads for each month, and renews each month until you cancel the renewal. Before you pay you agree to that with a tick of your own. You can change to another plan from the next month on, or cancel at any time and keep access to the end of the period you paid for.',
        'The [Subscription Terms](/subscription-terms) have the details.'
      ]
    },
    {
      id: 'refunds',
      chip: 'Refunds',
      title: 'Refunds',
      body: [
        'Sales of single assets are final: a file that was delivered cannot be given back.',
        'Payments for a plan are looked at case by case, when nothing was downloaded after the billing date.',
        'When all of a payment is refunded, the license or plan that it paid for ends at once. When a part is refunded, it stays.',
        'Nothing here takes away rights that the law gives you.'
      ]
    },
    {
      id: 'requests',
      chip: 'Requests',
      title: 'Custom requests',
      body: [
        'A client may ask for a design of their own, with a budget and a due date. A request is an inquiry, not an order: we may accept or reject it, and an artist may be assigned to it.',
        'You talk about it in its conversation, with the artist and with us. Send only messages and files that you may share. You can edit or cancel a request while it is pending or in progress, and delete it with its conversation at any time.'
      ]
    },
    {
      id: 'artists',
      chip: 'Artists',
      title: 'Artists and wages',
      body: [
        'Artists work as self-employed creatives under contract. For each asset that we approve, the artist earns the wage of its category, by the wage rule in effect at the moment of approval. A later change of the rule does not change a wage that was earned.',
        'An asset earns its wage once. A rejected asset earns none; the artist sees why, and may mend it and send it again, or delete it. Current wages stand on the [careers page](/careers).'
      ]
    },
    {
      id: 'ownership',
      chip: 'Ownership',
      title: 'Ownership',
      body: [
        `Assets belong to their artists or to those the artists name; some come from open collections, whose author and license we show with them. The name ${brand_name}, its mark, its texts and its software are ours.`,
        `An artist who uploads an asset confirms that it is their own work, and allows ${brand_name} to show it, to make previews and other formats of it, and to license it to clients.`
      ]
    },
    {
      id: 'conduct',
      chip: 'Conduct',
      title: 'What is not allowed',
      body: [
        'You may not:',
        [
          'remove a watermark, or get at an original without a license',
          'resell, share or give away files as they are, or offer them in another catalogue',
          'collect the catalogue by machine, or use assets to train machine-learning models',
          'upload what is not yours, is against the law, or carries harmful code',
          'use the account of someone else, or disturb the service'
        ]
      ]
    },
    {
      id: 'copyright',
      chip: 'Copyright',
      title: 'Copyright reports',
      body: [
        `If an asset uses your work without permission, write to [${support_email}](mailto:${support_email}). Name the asset by its address, show the work that it copies, say that you own it or act for the owner, and how we can reach you. State that you believe in good faith that the use is not allowed, that your report is accurate, and sign it with your name.`,
        'We may take the asset down while we look into it. We close the accounts of people who do this repeatedly.'
      ]
    },
    {
      id: 'liability',
      chip: 'Liability',
      title: 'Warranty and liability',
      body: [
        `We work with care, but offer ${brand_name} as it is. We do not promise that it is always reachable or free of mistakes, or that an asset suits a certain purpose.`,
        'As far as the law allows, we are not liable for indirect damage or lost profit, and in total for no more than you paid us in the twelve months before the claim.'
      ]
    },
    {
      id: 'ending',
      chip: 'Ending',
      title: 'Closing an account',
      body: [
        `You may ask us to close your account at any time: write to [${support_email}](mailto:${support_email}). We may deactivate an account that breaks these terms, and revoke a license that is misused or whose payment was taken back.`,
        'When an account is deleted we erase its personal data and keep the records of payments, licenses and wages that we must keep. A plan that it pays for ends, and nothing more is charged. The [Privacy Policy](/privacy#retention) has the details.'
      ]
    },
    {
      id: 'law',
      chip: 'Law & contact',
      title: 'Law, changes and contact',
      body: [
        'The law of California applies, without its rules on conflicts of law; its state and federal courts decide. If one part of these terms does not hold, the others do.',
        `We may change these terms. The day above shows the last change; a purchase is under the terms of its day. Questions: [${support_email}](mailto:${support_email}) or the [contact page](/contact).`
      ]
    }
  ]
})
