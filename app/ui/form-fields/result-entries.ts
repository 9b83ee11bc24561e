import * as v from "valibot";
import type { Entries } from "#app/ui/form-fields/entries";
import { NecoResult } from "#worker/contract/form-schema";

/** What an examination result says beside its grades; asked for only when there is none yet. */
export const resultDetails = [
	"firstName",
	"middleName",
	"lastName",
	"registrationNumber",
	"examination",
	"gender",
] as const;

/** Subjects of one sitting that are believed. */
const maxSubjects = 40;

/** The sittings that an answer holds; undefined when it is no examination result. */
export const resultOf = (answer: unknown): NecoResult[] | undefined => {
	const sittings = v.safeParse(v.array(NecoResult), Array.isArray(answer) ? answer : [answer]);
	return sittings.success ? sittings.output : undefined;
};

export const partOf = (name: string, sitting: number): string => `${name}.${sitting}`;

/** Subjects and grades of each sitting, in parallel lists. */
export const writeResults = (sittings: readonly NecoResult[] = []): Entries =>
	new Map(
		sittings.flatMap(({ subjects }, index): [string, string[]][] => [
			[partOf("subject", index), subjects.map(({ name }) => name)],
			[partOf("grade", index), subjects.map(({ grade }) => grade)],
		]),
	);

/** The sittings as the table holds them; what it does not show stays as it was. A subject without a name is left out. */
export const readResults = (
	entries: Entries,
	current: readonly NecoResult[] | undefined,
): NecoResult | NecoResult[] | "" => {
	const before = current ?? [newSitting(entries)];
	const sittings = before.map((sitting, index) => ({ ...sitting, subjects: readSubjects(entries, index, sitting) }));
	if (current === undefined) return isEmpty(sittings[0]) ? "" : (sittings[0] ?? "");
	return sittings.length === 1 ? (sittings[0] ?? "") : sittings;
};

const detail = (entries: Entries, name: string): string => (entries.get(partOf(name, 0))?.[0] ?? "").trim();

const newSitting = (entries: Entries): NecoResult => {
	const [firstName, lastName, registrationNumber] = ["firstName", "lastName", "registrationNumber"].map((name) =>
		detail(entries, name),
	);
	const optional = (["middleName", "examination"] as const).flatMap((name) => {
		const text = detail(entries, name);
		return text === "" ? [] : [[name, text] as const];
	});
	return {
		firstName: firstName ?? "",
		lastName: lastName ?? "",
		registrationNumber: registrationNumber ?? "",
		gender: detail(entries, "gender"),
		...Object.fromEntries(optional),
		subjects: [],
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

const isEmpty = (sitting: NecoResult | undefined): boolean =>
	sitting === undefined ||
	(sitting.subjects.length === 0 &&
		[sitting.firstName, sitting.lastName, sitting.registrationNumber].every((text) => text === ""));
