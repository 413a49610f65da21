import { Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { type DisruptionBoard, titleOf } from './disruptions.ts'

/** Where the appointments are settled that lie in another disruption as well; nothing without any. */
export function OtherBoards({ others }: { others: DisruptionBoard['others'] }) {
	return others.map(({ id, name, items }) => (
		<p key={id}>
			{items === 1 ? 'Ein weiterer Termin in dieser Zeit wird' : `${items} weitere Termine in dieser Zeit werden`} hier
			geklärt: <Link to={adminPaths.disruption(id)}>{titleOf(name)}</Link>. Was danach noch offen ist, kommt auf diese
			Seite.
		</p>
	))
}
