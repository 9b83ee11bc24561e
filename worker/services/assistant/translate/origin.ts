import { anySeparators, foundTest, type Rule, readList } from "#worker/services/assistant/translate/found";
import type { Reader } from "#worker/services/assistant/translate/reader";
import { wordsOf } from "#worker/services/assistant/translate/tokens";
import { zoneNames } from "#worker/services/assistant/translate/zones";

interface Place {
	state: string;
	lga: string | null;
}

/** Reads a place; of several areas with one name the state that is named with it decides. */
const readPlace = (reader: Reader, isMarked: boolean): Place | { choices: string[] } | undefined =>
	reader.attempt(() => {
		const start = reader.here;
		const meanings = reader.meaning("place");
		if (!meanings) return undefined;
		const isNamedArea = reader.tokens[reader.here - 1]?.word === "lga";
		const isArea = reader.eatAny("lga", "local government area", "local government") || isNamedArea;
		const state = isArea ? undefined : meanings.find(({ lga }) => lga === null);
		if (state) {
			reader.eatAny("state");
			return { state: state.state, lga: null };
		}
		const areas = meanings.filter(({ lga }) => lga !== null);
		if (!isMarked && !isArea && !reader.sees("indigene")) return undefined;
		const within = reader.attempt(() => {
			reader.eatAny(",", "in", "of");
			const states = reader.meaning("place")?.filter(({ lga }) => lga === null);
			const chosen = areas.find((area) => states?.some((one) => one.state === area.state));
			return chosen;
		});
		if (within) {
			reader.eatAny("state");
			return { state: within.state, lga: within.lga };
		}
		const [only] = areas;
		if (only && areas.length === 1) return { state: only.state, lga: only.lga };
		const name = reader.tokens.slice(start, reader.here).length > 0 ? areas[0]?.lga : "";
		return { choices: areas.map((area) => `from ${name} in ${area.state}`) };
	});

const zonesLongestFirst = [...zoneNames.keys()].sort((one, other) => other.length - one.length);

/** Reads "the north", "south-west states", "the south eastern part of Nigeria"; a direction alone may be part of a name. */
const readZone = (reader: Reader, isMarked: boolean): Place[] | undefined =>
	reader.attempt(() => {
		reader.eat("the");
		const zone = zonesLongestFirst.find((name) => reader.eat(name));
		if (zone === undefined) return undefined;
		const isZone = reader.eatAny(
			"geopolitical zone",
			"zone",
			"region",
			"state",
			"part of the country",
			"part of nigeria",
		);
		if (!isZone && !isMarked) return undefined;
		const states = zoneNames.get(zone) ?? [];
		const places = states.flatMap((name) =>
			(reader.lexicon.meanings.get(wordsOf(name).join(" ")) ?? []).flatMap((one) =>
				one.is === "place" && one.lga === null ? { state: one.state, lga: null } : [],
			),
		);
		// why all: the states of another country are not in these zones.
		return places.length === states.length ? places : undefined;
	});

const originMarkers = [
	"state of origin is",
	"state of origin",
	"origin is",
	"origin",
	"indigene of",
	"indigene from",
	"native of",
	"native from",
	"hailing from",
	"hail from",
	"come from",
	"coming from",
	"from",
	"outside",
	"local government area of origin is",
	"local government area",
	"lga of origin is",
	"lga of origin",
	"lga is",
	"lga",
	"local government",
	"state is",
	"state of",
];

export const origin: Rule = (reader) =>
	reader.attempt(() => {
		reader.eat("either");
		const isOutside = reader.sees("outside");
		const isMarked = reader.eatAny(...originMarkers);
		if (isMarked) reader.skip("the", "state of", ":", "either", "any of", "of", "is", "in");
		const places = readList(
			reader,
			() => {
				reader.eat("from");
				const zone = readZone(reader, isMarked);
				if (zone) return zone;
				reader.eat("the");
				return readPlace(reader, isMarked);
			},
			anySeparators,
		);
		if (places.length === 0) return undefined;
		reader.skip("state", "indigene", "only", "origin");
		const all = places.flat();
		const unclear = all.find((place) => "choices" in place);
		if (unclear && "choices" in unclear) return unclear;
		return foundTest({ about: "origin", places: all.filter((place) => "state" in place) }, isOutside);
	});
