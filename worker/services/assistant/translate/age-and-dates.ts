import { readComparison } from "#worker/services/assistant/translate/comparison";
import { readPeriod } from "#worker/services/assistant/translate/days";
import type { Rule } from "#worker/services/assistant/translate/found";
import { eatLoose } from "#worker/services/assistant/translate/loose-phrase";
import type { Reader } from "#worker/services/assistant/translate/reader";

/** Whether nothing follows that would give the words before another meaning. */
export const isClauseOver = (reader: Reader): boolean =>
	reader.isAtEnd ||
	[
		",",
		".",
		";",
		"\n",
		")",
		"and",
		"or",
		"but",
		"with",
		"who",
		"from",
		"whose",
		"at",
		"candidate",
		"applicant",
		"student",
		"&",
	].some((word) => reader.sees(word));

/** "At least 16 years old", "aged 16 to 25", "not older than 30", "18 and above years". */
export const age: Rule = (reader) =>
	reader.attempt(() => {
		const isAged = reader.sees("aged");
		const isNamed = reader.eatAny("aged", "age");
		if (isNamed) reader.skip("is", "of", "must", "be", "should", ":", "limit", "are");
		const compared = readComparison(reader);
		if (!compared) return undefined;
		const isInYears = reader.eat("year");
		const isOld = reader.eatAny("old", "of age");
		const isAge = isNamed || isOld || (compared.isOfYears && compared.compare !== "bare") || isInYears;
		if (!isAge || (!isNamed && !isOld && !isClauseOver(reader))) return undefined;
		const { compare, value, to } = compared;
		// why: "aged 20" and "20 years old" say how old somebody is; "age 20" may be a limit.
		if (compare === "bare" && (isAged || isOld))
			return { test: { about: "number", of: "age", compare: "equal", value, to } };
		if (compare === "bare")
			return { choices: [`Age at least ${value}`, `Age exactly ${value}`, `Age at most ${value}`] };
		return { test: { about: "number", of: "age", compare, value, to } };
	});

export const born: Rule = (reader) =>
	reader.attempt(() => {
		if (!reader.eatAny("born", "date of birth is", "date of birth", "birth date", "dob", "birthday")) return undefined;
		const period = readPeriod(reader);
		return period && { test: { about: "date", of: "birth", ...period } };
	});

const submittedWords = [
	"submitted form",
	"submitted application form",
	"submitted application",
	"completed and submitted form",
	"completed form",
	"applied",
	"submitted",
];

export const submittedOn: Rule = (reader) =>
	reader.attempt(() => {
		if (!submittedWords.some((phrase) => eatLoose(reader, phrase))) return undefined;
		const period = readPeriod(reader);
		return period && { test: { about: "date", of: "submitted", ...period } };
	});
