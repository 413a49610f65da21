/** Settings of the realtime service. */
export type RealtimeOptions = {
	/** Messages between members of a channel and from the database; false refuses them. */
	broadcast?: boolean
	/** Who is in a channel; false refuses it. */
	presence?: boolean
	/** Sockets of one client address (of the first 64 bits of an IPv6 address); 100 where left out. */
	socketsPerAddress?: number
	/** Sockets of the process; 10,000 where left out. */
	sockets?: number
	/** Bytes of one message; 1 MB where left out. */
	messageBytes?: number
}
