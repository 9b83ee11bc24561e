import type { FindPlace } from "#app/routes/assistant/typed-criteria.server";
import { places } from "#worker/contract/forms/places.server";
import { foldedWords } from "#worker/contract/text/fold-text";

const fold = (name: string): string => foldedWords(name).join(" ");

/** Finds a state or a local government area as it is spelt: "kogi state" is Kogi. */
export const findPlace: FindPlace = ({ state, lga }) => {
	const found = places.states.find((one) => fold(one.state) === fold(state).replace(/ state$/, ""));
	if (!found || lga === null) return found && { state: found.state, lga: null };
	const area = found.lgas.find((one) => fold(one) === fold(lga));
	return area === undefined ? undefined : { state: found.state, lga: area };
};
