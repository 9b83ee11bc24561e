import { capitalise } from "#worker/contract/text/capitalise";

/** Puts the institution's word for a course into a text of a screen. */
export const inAlias = (text: string, course: string): string =>
	text.replaceAll(/\{([Cc]ourse)(s?)\}/g, (_, word: string, many: string) => {
		return (word === "Course" ? capitalise(course) : course) + many;
	});
