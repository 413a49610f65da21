export default function Listings() {
	return <h1>Termine</h1>
}
