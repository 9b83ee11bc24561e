import { anySeparators, type Rule, readList } from "#worker/services/assistant/translate/found";
import type { Reader } from "#worker/services/assistant/translate/reader";

const courseMarkers = [
	"applying for",
	"applying to",
	"apply for",
	"applied for",
	"applied to",
	"applicant for",
	"applicant of",
	"candidate for",
	"candidate of",
	"for the course",
	"course of study is",
	"course is",
	"course :",
	"course",
	"programme is",
	"programme",
	"department of",
	"studying",
	"study",
	"to read",
	"seeking admission into",
	"admission into",
	"for",
	"into",
	"of",
	"in",
	"chose",
	"choosing",
];

export const course: Rule = (reader) =>
	reader.attempt(() => {
		const isMarked = reader.eatAny(...courseMarkers);
		// why not the small words first: a course may be called Studies of something.
		const one = () =>
			reader.meaning("course") ??
			reader.attempt(() => {
				if (isMarked)
					reader.skip("study", "the", "course", "of", "department", "either", "is", ":", "programme", "in", "to");
				return reader.meaning("course");
			});
		const courses = readList(reader, one, anySeparators);
		if (courses.length === 0) return undefined;
		// why: the name of a course may be that of a subject or a place.
		const isOfPeople = ["applicant", "candidate", "student"].some((word) => reader.sees(word));
		if (!isMarked && !isOfPeople && !courses.some((some) => isOnlyCourse(reader, some))) return undefined;
		reader.skip("course", "programme", "department");
		return { test: { about: "course", ids: [...new Set(courses.flat().map(({ id }) => id))] } };
	});

const isOnlyCourse = (reader: Reader, some: readonly { title: string }[]): boolean =>
	[...reader.lexicon.meanings.values()]
		.filter((meanings) => meanings.some((one) => one.is === "course" && some.some(({ title }) => title === one.title)))
		.every((meanings) => meanings.every(({ is }) => is === "course"));
