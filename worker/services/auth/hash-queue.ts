import { fail } from "#worker/contract/result";
import { clientNetwork } from "#worker/http/client-network";

/** The sign-ins that are handled at a time, those that wait for their hash included; further ones are refused. */
const maxPlaces = 30;
/** why: one client that floods the form leaves half of the queue to all others. */
const maxPlacesOfClient = 15;
/** The isolate serves other requests for this long between two hashes of the production cost. */
const pauseMs = 64;
const productionCost = 16_384;
/** A request that was cancelled never returns its place; one that was not seen for this long is passed over. */
const skipAfterMs = 500;
const forgetAfterMs = 10_000;

interface Place {
	client: string;
	isWaiting: boolean;
	seenAt: number;
}

const places = new Set<Place>();
let hashes = 0;

/** Waits until a hash may begin. The caller computes it at once, in the same turn of the event loop. */
export type HashTurn = () => Promise<void>;

/**
 * Does work that hashes passwords if the isolate's queue has a place for it; otherwise returns undefined. A hash holds
 * the isolate's only thread, so hashes never overlap; when there are several, other requests are served in between.
 * why polling: a promise that another request resolves is tied to that request, and is lost when it is cancelled.
 * @param address of the client
 * @param cost scrypt's N
 */
export const inHashQueue = async <T>(
	address: string,
	cost: number,
	work: (turn: HashTurn) => Promise<T>,
): Promise<T | undefined> => {
	const client = clientNetwork(address);
	forgetCancelled();
	if (places.size >= maxPlaces || countPlaces(client) >= maxPlacesOfClient) return undefined;
	const place = { client, isWaiting: false, seenAt: Date.now() };
	places.add(place);
	try {
		return await work(() => waitForTurn(place, (pauseMs * cost) / productionCost));
	} finally {
		places.delete(place);
	}
};

/** Returns the refusal of a request for which the queue has no place. */
export const refuseBusy = () => fail("busy", { details: { retryAfter: 5 } });

const waitForTurn = async (place: Place, pause: number): Promise<void> => {
	place.isWaiting = true;
	let isTurn = places.size === 1;
	// why not by the clock: it stands still while a hash is computed.
	while (!isTurn) {
		const before = hashes;
		place.seenAt = Date.now();
		await scheduler.wait(pause);
		isTurn = before === hashes && isNext(place);
	}
	hashes++;
	place.isWaiting = false;
	place.seenAt = Date.now();
};

/** Checks whether no place before this one is waiting. */
const isNext = (place: Place): boolean => {
	for (const other of places) {
		if (other === place) return true;
		if (other.isWaiting && Date.now() - other.seenAt < skipAfterMs) return false;
	}
	return true;
};

const countPlaces = (client: string): number => [...places].filter((place) => place.client === client).length;

const forgetCancelled = (): void => {
	for (const place of places) if (Date.now() - place.seenAt > forgetAfterMs) places.delete(place);
};
