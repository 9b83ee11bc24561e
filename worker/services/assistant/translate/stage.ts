import { anySeparators, type Rule, readList } from "#worker/services/assistant/translate/found";

const stageMarkers = [
	"stage is",
	"stage :",
	"status is",
	"currently at",
	"currently in",
	"currently",
	"at stage",
	"at",
	"in",
	"stage",
	"status",
	"already",
	"been",
	"moved to",
];

export const stage: Rule = (reader) =>
	reader.attempt(() => {
		const from = reader.here;
		// why not where a name begins with it: "In review".
		const isName = reader.attempt(() => (reader.meaning("step") ? reader.here : undefined));
		if (isName !== undefined) reader.here = from;
		const isMarked = isName === undefined && reader.eatAny(...stageMarkers);
		if (isMarked) reader.skip("the", "stage", "of", "is", "been", "at");
		const start = reader.here;
		const steps = readList(
			reader,
			() => {
				const found = reader.meaning("step");
				if (found) reader.skip("stage");
				return found;
			},
			anySeparators,
		);
		if (steps.length === 0) return undefined;
		const isNamed = reader.tokens.slice(start, reader.here).some(({ word }) => word === "stage");
		const isShort = steps.length === 1 && reader.here - start === 1;
		// why: "apply" and "submitted" are words of other sentences.
		if (!isMarked && !isNamed && isShort && /^(apply|submitted|new)$/.test(reader.tokens[start]?.word ?? ""))
			return undefined;
		return { test: { about: "stage", ids: [...new Set(steps.flat().map(({ id }) => id))] } };
	});
