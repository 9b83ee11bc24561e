import * as v from "valibot";
import type { Entries } from "#app/ui/form-fields/entries";
import { maxSittings } from "#worker/contract/forms/form-rules";
import { NecoResult } from "#worker/contract/forms/form-schema";

/** The details of an examination result besides its grades. */
export const resultDetails = [
	"firstName",
	"middleName",
	"lastName",
	"registrationNumber",
	"examination",
	"gender",
] as const;

/** At most this many subjects of one sitting are read. */
const maxSubjects = 40;

/** Returns the sittings of an answer; undefined when it is no examination result. */
export const resultOf = (answer: unknown): NecoResult[] | undefined => {
	const sittings = v.safeParse(v.array(NecoResult), Array.isArray(answer) ? answer : [answer]);
	return sittings.success ? sittings.output : undefined;
};

export const partOf = (name: string, sitting: number): string => `${name}.${sitting}`;

/** The details of each sitting, and its subjects and grades in parallel lists. */
export const writeResults = (sittings: readonly NecoResult[] = []): Entries =>
	new Map(
		sittings.flatMap((sitting, index): [string, string[]][] => [
			...resultDetails.map((name): [string, string[]] => [partOf(name, index), [sitting[name] ?? ""]]),
			[partOf("subject", index), sitting.subjects.map(({ name }) => name)],
			[partOf("grade", index), sitting.subjects.map(({ grade }) => grade)],
		]),
	);

/** Reads sittings; what inputs do not show is kept, an emptied sitting and a subject without a name are left out. */
export const readResults = (entries: Entries, current: readonly NecoResult[] = []): NecoResult | NecoResult[] | "" => {
	const places = Math.max(current.length, Math.min(current.length + 1, maxSittings));
	const sittings = Array.from({ length: places }, (_, index) => readSitting(entries, index, current[index])).filter(
		(sitting) => sitting !== undefined,
	);
	return sittings.length > 1 ? sittings : (sittings[0] ?? "");
};

const noSitting: NecoResult = { firstName: "", lastName: "", registrationNumber: "", gender: "", subjects: [] };

const readSitting = (entries: Entries, index: number, before = noSitting): NecoResult | undefined => {
	const detail = (name: (typeof resultDetails)[number]): string =>
		(entries.get(partOf(name, index))?.[0] ?? before[name] ?? "").trim();
	const { passportUrl } = before;
	const [middleName, examination] = [detail("middleName"), detail("examination")];
	const subjects = readSubjects(entries, index, before);
	if (subjects.length === 0 && resultDetails.every((name) => detail(name) === "")) return undefined;
	return {
		...(passportUrl === undefined ? {} : { passportUrl }),
		firstName: detail("firstName"),
		...(middleName === "" ? {} : { middleName }),
		lastName: detail("lastName"),
		registrationNumber: detail("registrationNumber"),
		...(examination === "" ? {} : { examination }),
		gender: detail("gender"),
		subjects,
	};
};

const readSubjects = (entries: Entries, index: number, { subjects }: NecoResult): NecoResult["subjects"] => {
	const names = (entries.get(partOf("subject", index)) ?? []).slice(0, maxSubjects);
	const grades = entries.get(partOf("grade", index)) ?? [];
	return names.flatMap((typed, place) => {
		const name = typed.trim();
		if (name === "") return [];
		const shortName = subjects.find((subject) => subject.name === name)?.shortName ?? name.slice(0, 3).toUpperCase();
		return [{ name, shortName, grade: grades[place] ?? "" }];
	});
};
