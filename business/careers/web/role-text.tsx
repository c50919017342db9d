import { Link } from 'react-router'

export const Offer = () => (
  <p>
    You work for yourself, wherever and whenever you like. There are no set hours and no quota: you upload your work, we review it, and each
    approved asset earns the wage of its category. You pay your own taxes and use your own tools.
  </p>
)

export const Duties = () => (
  <ul>
    <li>Create icons, vectors, backgrounds, illustrations and logos that are your own work.</li>
    <li>Upload clean originals with a title, a description and tags that people search for.</li>
    <li>Follow your assets from upload to approval, and your wages and payouts on your earnings page.</li>
    <li>Take on custom requests from clients, if you like.</li>
  </ul>
)

export const Ownership = ({ brandName }: { brandName: string }) => (
  <>
    <p>
      You may upload only work that you created and have the right to license: no traced or copied work, no trademarks, and nothing licensed
      exclusively to another agency.
    </p>
    <p>
      You remain the author and are credited on the asset’s page. In return for the wage, {brandName} may display an approved asset without
      a time limit, create previews and other formats of it, license it to clients under the <Link to="/license-terms">License Terms</Link>,
      and offer it for free for a period of time. Licenses that have been sold remain valid.
    </p>
  </>
)
