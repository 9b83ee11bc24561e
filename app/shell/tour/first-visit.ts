const name = "matricula-tour";
const seen = "seen";

/** §9: how long a tour of the first visit has to be open until the visit counts as the first one. */
export const markAfterMs = 10_000;

/** Checks whether nobody has seen the tour in this browser. Where it cannot be remembered, it would come at every visit. */
export const isFirstVisit = (): boolean => {
	try {
		return window.localStorage.getItem(name) === null;
	} catch {
		return false;
	}
};

/** Stores that the tour has been seen, in this browser. */
export const markVisited = (): void => {
	try {
		window.localStorage.setItem(name, seen);
	} catch {
		// why: storage may be full or denied; the tour is one press away.
	}
};
