import { Link } from 'react-router'

export const Offer = () => (
  <p>
    You work for yourself, from where you like and when you like. There are no hours and no quota: you upload what you made, we review it,
    and each approved asset earns the wage of its category. You pay your own taxes and bring your own tools.
  </p>
)

export const Duties = () => (
  <ul>
    <li>Make icons, vectors, backgrounds, illustrations and logos that are your own work.</li>
    <li>Upload clean originals with a title, a description and tags that people would search for.</li>
    <li>Follow your assets from upload to approval, and your wages and payouts on your earnings page.</li>
    <li>If you like, take on custom requests of clients.</li>
  </ul>
)

export const Ownership = ({ brandName }: { brandName: string }) => (
  <>
    <p>
      You may upload only what you made yourself and may give to others: no traced or copied work, no trademarks, nothing that another
      agency holds exclusively.
    </p>
    <p>
      You remain the author and are named on the asset’s page. For the wage, {brandName} may show an approved asset without a time limit,
      make previews and other formats of it, license it to clients under the <Link to="/license-terms">License Terms</Link>, and give it
      free for a period. Licenses that were sold stay valid.
    </p>
  </>
)
